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

/** The refusals for lack of money, or of room for it, in their order. They are the last that the engine checks. */
export const moneyRefusals = {
  wallet_frozen: { code: 'wallet_frozen', detail: 'The wallet that would pay is frozen.' },
  insufficient_funds: {
    code: 'insufficient_funds',
    detail: 'The wallet does not have this amount available.',
    source: { pointer: '/data/attributes/amount' },
  },
  fees_not_collected: {
    code: 'insufficient_funds',
    detail: 'Less fees than this were collected and not paid out.',
  },
  fee_not_covered: {
    code: 'insufficient_funds',
    detail: 'The wallet has this amount available, but not the fee beside it.',
    source: { pointer: '/data/attributes/amount' },
  },
  deposit_too_large: {
    code: 'invalid_value',
    detail: 'The sandbox’s bank brings in less than this at once.',
    source: { pointer: '/data/attributes/amount' },
  },
  deposits_too_large: {
    code: 'invalid_value',
    detail:
      'All deposits of your party in this currency would exceed what the sandbox’s bank brings in for one party.',
    source: { pointer: '/data/attributes/amount' },
  },
  recipient_full: { code: 'conflict', detail: 'The recipient cannot hold this much more in this currency.' },
} as const satisfies Record<string, Fault>;
