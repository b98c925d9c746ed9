import type { Cancel } from '../../src/engine/commands/cancel.ts';
import type { DecideApproval } from '../../src/engine/commands/decide-approval.ts';
import type { Draw } from '../../src/engine/commands/draw.ts';
import type { Pay } from '../../src/engine/commands/pay.ts';
import type { MakeRefund } from '../../src/engine/commands/refund.ts';
import type { TransferInternally } from '../../src/engine/commands/transfer-internally.ts';
import type { Withdraw } from '../../src/engine/commands/withdraw.ts';
import type { Approval, Payment, PaymentTerms, Transfer } from '../../src/engine/model/records.ts';
import {
  type Actor,
  type Dated,
  type IdempotencyKey,
  keyDigest,
  type RequestInfo,
} from '../../src/engine/model/actor.ts';
import type { DrawFrom } from '../../src/engine/rules/draw.ts';
import type { Id } from '../../src/lib/id.ts';
import { type TargetFacts, transferFacts } from '../../src/engine/model/targets.ts';
import { createPaymentAttributes } from '../../src/money/payments/schema.ts';
import {
  account,
  admin,
  adminKey,
  customer,
  customerKey,
  customerOwner,
  id,
  key,
  now,
  owner,
  shop,
  stranger,
} from './world.ts';

/** The values of a command; its actor defaults to the shop's owner with an API key. */
type Values<C> = Partial<Omit<Dated<C>, 'actor'>> & { actor?: Partial<Actor> };

let count = 0;

const requestInfo = (route: string, actor: Partial<Actor> = {}): Dated<RequestInfo> => ({
  actor: {
    kind: 'apiKey',
    partyId: shop,
    userId: owner,
    credentialId: key,
    keyPrefix: 'sk_pur_sandbox_key',
    role: 'OWNER',
    agentId: null,
    instanceId: null,
    tokenExpiresAt: null,
    ...actor,
  },
  requestId: id('req', `request ${count}`),
  route,
  idempotency: null,
  now,
});

/** The shop's second user, with a separate key. */
export const byAdmin: Partial<Actor> = { userId: admin, credentialId: adminKey };
/** The customer's only user. */
export const byCustomer: Partial<Actor> = {
  partyId: customer,
  userId: customerOwner,
  credentialId: customerKey,
};

const defaultTerms: PaymentTerms = createPaymentAttributes
  .omit({ counterparty: true, customerPartyId: true, walletId: true, intendedRepeat: true })
  .parse({ amount: 1_000 });

function termsOf(values: Partial<PaymentTerms>): PaymentTerms {
  const names = Object.keys(defaultTerms) as Array<keyof PaymentTerms>;
  const given = Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : [])));
  return { ...defaultTerms, ...given };
}

/** A payment of 10.00 USD by the shop to the stranger, with new ids, unless `values` differ. */
export function payment({
  actor,
  ...values
}: Values<Omit<Pay, 'terms'>> & Partial<PaymentTerms>): Dated<Pay> {
  count += 1;
  return {
    kind: 'pay',
    maxInReview: 50,
    ...requestInfo('POST /payments', actor),
    customerPartyId: null,
    walletId: null,
    counterparty: { type: 'party_id', partyId: stranger },
    terms: termsOf(values),
    fulfils: null,
    drawFrom: null,
    intendedRepeat: false,
    newIds: {
      payment: id('pay', `payment ${count}`),
      wallet: id('wal', `wallet ${count}`),
      approvals: [id('apr', `first approval ${count}`), id('apr', `second approval ${count}`)],
    },
    render: ({ id, status, amount, payeePartyId }) =>
      JSON.stringify({ id, status, amount: String(amount), payeePartyId }),
    ...values,
  };
}

/** A payment by the shop that fulfils the stranger's request, unless `values` differ. */
export function fulfilment(
  values: Parameters<typeof payment>[0] = {},
  paymentRequestId = id('prq', 'request'),
): Dated<Pay> {
  const fulfils = { paymentRequestId, payerAddress: null, expectedAmount: null, expectedCurrency: null };
  return payment({ fulfils, ...values });
}

/** A withdrawal of 10.00 USD by the shop to its account, with new ids, unless `values` differ. */
export function withdrawal({ actor, ...values }: Values<Withdraw> = {}): Dated<Withdraw> {
  count += 1;
  return {
    kind: 'withdraw',
    maxInReview: 50,
    ...requestInfo('POST /transfers/withdraw', actor),
    externalAccountId: account,
    amount: 1_000n,
    currency: 'USD',
    walletId: null,
    description: null,
    tags: null,
    intendedRepeat: false,
    rail: { name: 'ach', settlesIn: { ms: 3_600_000 } },
    newIds: { transfer: id('trf', `transfer ${count}`), approvals: [id('apr', `approval ${count}`)] },
    render,
    ...values,
  };
}

/** A deposit of 10.00 USD that the shop draws from an account at a bank, unless `values` differ. */
export function drawn(from: DrawFrom, { actor, ...values }: Values<Draw> = {}): Dated<Draw> {
  const terms = { amount: 1_000n, currency: 'USD', walletId: null, description: null, tags: null };
  return {
    kind: 'draw',
    ...requestInfo('POST /transfers/deposit', actor),
    ...terms,
    ...from,
    render,
    ...values,
  };
}

/** A transfer of 10.00 USD between two wallets of the shop, with new ids, unless `values` differ. */
export function internalTransfer(
  sourceWalletId: Id<'wal'>,
  destinationWalletId: Id<'wal'>,
  { actor, ...values }: Values<TransferInternally> = {},
): Dated<TransferInternally> {
  count += 1;
  return {
    kind: 'transferInternally',
    ...requestInfo('POST /transfers/internal', actor),
    sourceWalletId,
    destinationWalletId,
    amount: 1_000n,
    currency: 'USD',
    description: null,
    tags: null,
    newIds: { transfer: id('trf', `transfer ${count}`) },
    render,
    ...values,
  };
}

/** A refund of all that is left of a payment, unless `values` differ. */
export function refund(of: Payment, { actor, ...values }: Values<MakeRefund> = {}): Dated<MakeRefund> {
  count += 1;
  const { id: paymentId, payerPartyId, currency } = of;
  const request = requestInfo('POST /payments/:paymentId/refund', actor);
  const newIds = { refund: id('rfd', `refund ${count}`), wallet: id('wal', `refunded ${count}`) };
  const terms = { paymentId, payerPartyId, currency, amount: null, description: null };
  return { kind: 'refund', ...request, ...terms, newIds, render: () => '{}', ...values };
}

/** An approval by the shop's second user, unless `values` differ. */
export function decision(
  approval: Approval,
  about: Payment | Transfer,
  { actor, ...values }: Values<DecideApproval> = {},
): Dated<DecideApproval> {
  count += 1;
  return {
    kind: 'decideApproval',
    ...requestInfo(`POST /approvals/${approval.id}/approve`, { ...byAdmin, ...actor }),
    verdict: 'approve',
    approvalId: approval.id,
    reason: null,
    target: factsOf(about),
    amount: about.amount,
    description: about.description,
    externalAccountId: 'externalAccountId' in about ? about.externalAccountId : null,
    madeByAgentKey: false,
    isSignedIn: false,
    decidingRoles: ['OWNER', 'ADMIN'],
    rail: { name: 'ach', settlesIn: { ms: 3_600_000 } },
    newIds: {
      wallet: id('wal', `wallet ${count}`),
      approvals: [id('apr', `first approval ${count}`), id('apr', `second approval ${count}`)],
    },
    render,
    ...values,
  };
}

/** A cancellation by the shop's owner, unless `values` differ. */
export function cancellation(
  target: Payment | Transfer,
  { actor, ...values }: Values<RequestInfo> = {},
): Dated<Cancel> {
  count += 1;
  const route = `POST /${isPayment(target) ? 'payments' : 'transfers'}/${target.id}/cancel`;
  const asked = { kind: 'cancel', ...requestInfo(route, actor), render, ...values } as const;
  const facts = factsOf(target);
  return facts.type === 'payment' ? { ...asked, target: facts } : { ...asked, target: facts };
}

/** An idempotency key and the fingerprint of its request. */
export function keyed(
  name: string,
  request = 'one',
  partyId = shop,
  route = 'POST /payments',
): IdempotencyKey {
  const key = { partyId, route, key: name };
  return { ...key, digest: keyDigest(key), fingerprint: Buffer.from(request) };
}

const render = ({ id, status }: Payment | Transfer | Approval): string => JSON.stringify({ id, status });

export const isPayment = (it: Payment | Transfer): it is Payment => 'payerPartyId' in it;

/** The immutable facts of a payment or withdrawal, which are read before the command is built. */
export function factsOf(it: Payment | Transfer): TargetFacts {
  const { agentId, currency } = it;
  if (isPayment(it)) {
    const { id, payerPartyId, recipientAddress, initiatorPartyId, paymentRequestId } = it;
    const payeePartyId = recipientAddress === null ? it.payeePartyId : null;
    const parties = { payerPartyId, payeePartyId, recipientAddress, initiatorPartyId };
    return { type: 'payment', id, ...parties, agentId, paymentRequestId, currency };
  }
  return transferFacts(it.type === 'deposit' ? 'deposit' : 'withdrawal', it);
}
