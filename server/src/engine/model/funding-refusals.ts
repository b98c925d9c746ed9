import type { Fault } from '../../errors.ts';

/** The refusals of a payment whose money is drawn from an account at a bank, in their order. */
export const fundingRefusals = {
  transfer_funds_payment: {
    code: 'conflict',
    detail: 'A payment waits for this deposit: the report of the bank decides about both.',
  },
  needs_approval: {
    code: 'conflict',
    detail: 'This needs an approval, which can be asked for only if a wallet pays.',
    source: { pointer: '/data/attributes/paymentSource' },
  },
  paying_account_unknown: {
    code: 'external_account_not_found',
    detail: 'Your party has no external account of this id.',
    source: { pointer: '/data/attributes/paymentSource/externalAccountId' },
  },
  paying_account_unusable: {
    code: 'external_account_not_usable',
    detail: 'This external account is not active.',
    source: { pointer: '/data/attributes/paymentSource/externalAccountId' },
  },
} as const satisfies Record<string, Fault>;
