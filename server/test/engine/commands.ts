import type { Cancel } from '../../src/engine/commands/cancel.ts';
import type { DecideApproval } from '../../src/engine/commands/decide-approval.ts';
import type { Deposit } from '../../src/engine/commands/deposit.ts';
import type { Expire } from '../../src/engine/commands/expire.ts';
import type { Pay } from '../../src/engine/commands/pay.ts';
import type { RailOutcome, Settle } from '../../src/engine/commands/settle.ts';
import type { Withdraw } from '../../src/engine/commands/withdraw.ts';
import type { Approval, Payment, PaymentTerms, Transfer } from '../../src/engine/model/records.ts';
import { keyDigest } from '../../src/engine/model/actor.ts';
import type { Actor, RequestInfo, IdempotencyKey } from '../../src/engine/model/actor.ts';
import type { TargetFacts } from '../../src/engine/model/targets.ts';
import { account, admin, adminKey, customer, customerKey, customerOwner } from './world.ts';
import { id, key, now, owner, shop, stranger } from './world.ts';

/** Any command's values; of its actor only what differs from the shop's owner with an API key. */
type Values<C> = Partial<Omit<C, 'actor'>> & { actor?: Partial<Actor> };

let made = 0;

function asked(route: string, actor: Partial<Actor> = {}): RequestInfo {
  return {
    actor: {
      kind: 'apiKey',
      partyId: shop,
      userId: owner,
      credentialId: key,
      keyPrefix: 'sk_pur_sandbox_key',
      agentId: null,
      instanceId: null,
      ...actor,
    },
    requestId: id('req', `request ${made}`),
    route,
    idempotency: null,
    now,
    clockOffset_ms: 0,
  };
}

/** The shop's second user, by a key of its own. */
export const byAdmin: Partial<Actor> = { userId: admin, credentialId: adminKey };
/** The customer's only user. */
export const byCustomer: Partial<Actor> = {
  partyId: customer,
  userId: customerOwner,
  credentialId: customerKey,
};

/** A payment of 10.00 USD by the shop to the stranger, unless said otherwise, with ids of its own. */
export function payment({ actor, ...values }: Values<Omit<Pay, 'terms'>> & Partial<PaymentTerms>): Pay {
  made += 1;
  const { amount = 1_000n, currency = 'USD', description = null, ...others } = values;
  return {
    kind: 'pay',
    ...asked('POST /payments', actor),
    customerPartyId: null,
    counterparty: { type: 'party_id', partyId: stranger },
    terms: { amount, currency, description },
    newIds: {
      payment: id('pay', `payment ${made}`),
      party: id('pty', `party ${made}`),
      wallet: id('wal', `wallet ${made}`),
      approvals: [id('apr', `first approval ${made}`), id('apr', `second approval ${made}`)],
    },
    render: ({ id, status, amount, payeePartyId }) =>
      JSON.stringify({ id, status, amount: String(amount), payeePartyId }),
    ...others,
  };
}

/** A withdrawal of 10.00 USD by the shop to its account, unless said otherwise, with ids of its own. */
export function withdrawal({ actor, ...values }: Values<Withdraw> = {}): Withdraw {
  made += 1;
  return {
    kind: 'withdraw',
    ...asked('POST /transfers/withdraw', actor),
    externalAccountId: account,
    amount: 1_000n,
    currency: 'USD',
    description: null,
    rail: { name: 'ach', settlesIn_ms: 3_600_000 },
    newIds: { transfer: id('trf', `transfer ${made}`), approvals: [id('apr', `approval ${made}`)] },
    render,
    ...values,
  };
}

/** A yes by the shop's second user to what an approval is about, unless said otherwise. */
export function decision(
  approval: Approval,
  about: Payment | Transfer,
  { actor, ...values }: Values<DecideApproval> = {},
): DecideApproval {
  made += 1;
  return {
    kind: 'decideApproval',
    ...asked(`POST /approvals/${approval.id}/approve`, { ...byAdmin, ...actor }),
    verdict: 'approve',
    approvalId: approval.id,
    reason: null,
    target: factsOf(about),
    externalAccountId: 'externalAccountId' in about ? about.externalAccountId : null,
    madeByAgentKey: false,
    rail: { name: 'ach', settlesIn_ms: 3_600_000 },
    newIds: {
      wallet: id('wal', `wallet ${made}`),
      approvals: [id('apr', `first approval ${made}`), id('apr', `second approval ${made}`)],
    },
    render,
    ...values,
  };
}

/** The shop's owner takes it back, unless said otherwise. */
export function cancellation(target: Payment | Transfer, { actor, ...values }: Values<Cancel> = {}): Cancel {
  made += 1;
  const route = `POST /${isPayment(target) ? 'payments' : 'transfers'}/${target.id}/cancel`;
  return { kind: 'cancel', ...asked(route, actor), target: factsOf(target), render, ...values };
}

/** What the bank says about a withdrawal. */
export function report(
  { id: transferId, partyId, agentId, currency }: Transfer,
  outcome: RailOutcome,
  values: Partial<Settle> = {},
): Settle {
  made += 1;
  const newIds = { clearing: id('wal', `clearing ${made}`) };
  const facts = { transferId, partyId, agentId, currency, rail: 'ach', outcome, newIds };
  return { kind: 'settle', now, ...facts, ...values };
}

/** What waited too long, at this time. */
export function expiry(target: Payment | Transfer, at: Date): Expire {
  return { kind: 'expire', now: at, target: factsOf(target) };
}

/** A deposit of 10.00 USD for the shop, unless said otherwise, with ids of its own. */
export function deposit(values: Partial<Deposit> = {}): Deposit {
  made += 1;
  return {
    kind: 'deposit',
    now,
    partyId: shop,
    externalAccountId: account,
    rail: 'ach',
    amount: 1_000n,
    currency: 'USD',
    description: null,
    newIds: {
      transfer: id('trf', `transfer ${made}`),
      wallet: id('wal', `wallet ${made}`),
      clearing: id('wal', `clearing ${made}`),
    },
    ...values,
  };
}

/** A key and the request it was sent with. */
export function keyed(
  name: string,
  request = 'one',
  partyId = shop,
  route = 'POST /payments',
): IdempotencyKey {
  const key = { partyId, route, key: name };
  return { ...key, digest: keyDigest(key), fingerprint: Buffer.from(request) };
}

function render({ id, status }: Payment | Transfer | Approval): string {
  return JSON.stringify({ id, status });
}

export function isPayment(it: Payment | Transfer): it is Payment {
  return 'payerPartyId' in it;
}

/** What never changes of it, as a verb reads it ahead of a command. */
export function factsOf(it: Payment | Transfer): TargetFacts {
  const { agentId, currency } = it;
  if (isPayment(it)) {
    const { id, payerPartyId, payeePartyId, initiatorPartyId } = it;
    return { type: 'payment', id, payerPartyId, payeePartyId, initiatorPartyId, agentId, currency };
  }
  const parties = { payerPartyId: it.partyId, payeePartyId: null, initiatorPartyId: it.partyId };
  return { type: 'withdrawal', id: it.id, ...parties, agentId, currency };
}
