import { type Fault, PurserError } from '../../errors.ts';
import type { Id } from '../../lib/id.ts';
import type { ApprovalReason } from './records.ts';
import type { CommandResponse, Freezer } from './state.ts';

/** How a command ended: done (now, or earlier and replayed), or refused with nothing changed. */
export type Outcome =
  | {
      done: true;
      response: CommandResponse;
      replayed: boolean;
      /** The id of what the command created or changed; empty for a replay. */
      targetId: string;
      /** For the audit log. */
      remark: string | null;
    }
  | Refused;

/** A command was refused, and nothing changed. */
export type Refused = {
  done: false;
  refusal: Refusal;
  /** For `rule_broken` and `needs_approval`: the rules and limits that are exceeded, and what was asked for, in minor units. */
  exceeded?: { reasons: readonly ApprovalReason[]; asked: bigint };
  /** For `too_many_in_review`: how much of an agent may wait. */
  mayWait?: number;
  /** For `refund_too_large`: what was asked for, and what can still be refunded, in minor units. */
  refund?: { asked: bigint; left: bigint; currency: string };
  /** For `insufficient_funds` and `fee_not_covered`: whose wallet it is, and what it has, in minor units. */
  funds?: { partyId: Id<'pty'>; amount: bigint; fee: bigint | null; available: bigint; currency: string };
  /** For `amount_owed`: who owes how much, in minor units. */
  owed?: { partyId: Id<'pty'>; amount: bigint; currency: string };
  /** For `party_frozen`: who is frozen, by whom. */
  frozen?: { partyId: Id<'pty'>; by: readonly Freezer[] };
};

/**
 * Every refusal of the engine, in the order in which the engine checks. The order is part of the contract: the actor,
 * the idempotency key, permission, the recipient, the limits and rules, the money.
 */
export const refusals = {
  credential_revoked: {
    code: 'unauthenticated',
    detail: 'Send a valid key as `Authorization: Bearer <key>`.',
    source: { header: 'Authorization' },
  },
  role_changed: {
    code: 'insufficient_scope',
    detail: 'Your role was changed while this request ran. Send it again.',
    source: { header: 'Authorization' },
  },
  agent_inactive: {
    code: 'agent_not_found',
    detail: 'Your party has no active agent of this id.',
    source: { header: 'X-Agent-ID' },
  },
  agent_suspended: {
    code: 'agent_suspended',
    detail: 'The agent is suspended. Until its party resumes it, it may read and nothing else.',
  },
  key_reused: {
    code: 'idempotency_key_reused',
    detail: 'This key was already used for another request.',
    source: { header: 'Idempotency-Key' },
  },
  approval_decided: { code: 'conflict', detail: 'This approval is decided already.' },
  approval_expired: { code: 'conflict', detail: 'Nobody decided in time: this approval is over.' },
  not_the_decider: {
    code: 'forbidden',
    detail: 'Only the party whose limit was exceeded may decide on this.',
  },
  approver_not_signed_in: {
    code: 'sign_in_required',
    detail: 'Your party has only people approve who have signed in: open the page of the approval.',
  },
  maker_decides: {
    code: 'forbidden',
    detail: 'Whoever asked for this may not approve it: another user of your party has to.',
  },
  approved_already: {
    code: 'conflict',
    detail: 'You have approved this already: another user of your party has to, as well.',
  },
  requester_suspended: {
    code: 'conflict',
    detail: 'The agent that asked for this is suspended. It can be approved once the agent is resumed.',
  },
  not_the_sender: {
    code: 'forbidden',
    detail: 'Only the party that pays, or that asked for it, may cancel.',
  },
  not_this_agent: { code: 'agent_not_allowed', detail: 'An agent may cancel only what it asked for itself.' },
  delegation_suspended: {
    code: 'delegation_suspended',
    detail: 'The customer has suspended the delegation. Until it resumes it, only the customer cancels this.',
  },
  delegation_ended: {
    code: 'payment_not_found',
    detail: 'There is no such payment.',
    source: { parameter: 'paymentId' },
  },
  delegation_narrowed: {
    code: 'forbidden',
    detail: 'The customer no longer permits you to create payments, so only the customer cancels this.',
  },
  not_the_payee: { code: 'forbidden', detail: 'Only the party that was paid may refund.' },
  not_the_payer: { code: 'forbidden', detail: 'Only the payer that the request names may pay it.' },
  not_the_paying_agent: {
    code: 'agent_not_allowed',
    detail: 'The request names another agent of the party as its payer.',
  },
  request_closed: {
    code: 'conflict',
    detail: 'The payment request is not open: it is being paid, was paid or closed, or has expired.',
  },
  amount_differs: {
    code: 'conflict',
    detail: 'The payment request asks for another amount.',
    source: { pointer: '/data/attributes/expectedAmount' },
  },
  currency_differs: {
    code: 'conflict',
    detail: 'The payment request asks for another currency.',
    source: { pointer: '/data/attributes/expectedCurrency' },
  },
  payment_ended: { code: 'conflict', detail: 'The payment is past the point where it could be canceled.' },
  transfer_ended: { code: 'conflict', detail: 'The transfer is past the point where it could be canceled.' },
  mark_impossible: { code: 'conflict', detail: 'The order has not come so far, or has taken another way.' },
  customer_unknown: {
    code: 'customer_not_found',
    detail: 'No such customer has delegated to your party.',
    source: { pointer: '/data/attributes/customerPartyId' },
  },
  delegation_forbids: {
    code: 'forbidden',
    detail: 'The customer did not permit you to create payments.',
    source: { pointer: '/data/attributes/customerPartyId' },
  },
  agent_required: {
    code: 'forbidden',
    detail: 'The customer set rules or totals on each of your agents: one of them has to pay.',
    source: { pointer: '/data/attributes/customerPartyId' },
  },
  party_frozen: {
    code: 'party_frozen',
    detail:
      'The party that would pay, or the one that asks for it, is frozen: no money leaves until it is unfrozen.',
  },
  payment_not_refundable: {
    code: 'conflict',
    detail: 'Only a completed payment of which something is left can be refunded.',
  },
  refund_too_large: {
    code: 'conflict',
    detail: 'Less than this is left of the payment: no more is refunded than was paid.',
    source: { pointer: '/data/attributes/amount' },
  },
  authority_gone: {
    code: 'conflict',
    detail: 'Who asked for this may not do it any more: its agent or its delegation is not active.',
  },
  recipient_agent_unknown: {
    code: 'recipient_agent_not_found',
    detail: 'There is no active agent of this id.',
    source: { pointer: '/data/attributes/counterparty/value' },
  },
  recipient_party_unknown: {
    code: 'party_not_found',
    detail: 'There is no party of this id.',
    source: { pointer: '/data/attributes/counterparty/value' },
  },
  pays_itself: {
    code: 'invalid_value',
    detail: 'The counterparty is the party that pays.',
    source: { pointer: '/data/attributes/counterparty/value' },
  },
  recipient_is_payer: { code: 'conflict', detail: 'The address by now belongs to the party that pays.' },
  external_account_unknown: {
    code: 'external_account_not_found',
    detail: 'Your party has no external account of this id.',
    source: { pointer: '/data/attributes/externalAccountId' },
  },
  external_account_unusable: {
    code: 'external_account_not_usable',
    detail: 'This external account is not active.',
    source: { pointer: '/data/attributes/externalAccountId' },
  },
  wallet_unknown: {
    code: 'wallet_not_found',
    detail: 'The party has no wallet of this id.',
    source: { pointer: '/data/attributes/walletId' },
  },
  wallet_in_other_currency: {
    code: 'invalid_value',
    detail: 'The wallet is in another currency.',
    source: { pointer: '/data/attributes/walletId' },
  },
  wallet_not_allowed: {
    code: 'wallet_not_allowed',
    detail: 'The agent is bound to other wallets, and spends from no other.',
    source: { pointer: '/data/attributes/walletId' },
  },
  wallet_closed: {
    code: 'conflict',
    detail: 'The wallet is closed, which is for good.',
    source: { pointer: '/data/attributes/walletId' },
  },
  destination_unknown: {
    code: 'wallet_not_found',
    detail: 'Your party has no wallet of this id.',
    source: { pointer: '/data/attributes/destWalletId' },
  },
  destination_in_other_currency: {
    code: 'invalid_value',
    detail: 'The two wallets are in different currencies.',
    source: { pointer: '/data/attributes/destWalletId' },
  },
  moves_nowhere: {
    code: 'invalid_value',
    detail: 'The money would go where it is.',
    source: { pointer: '/data/attributes/destWalletId' },
  },
  source_closed: {
    code: 'conflict',
    detail: 'The wallet is closed, which is for good.',
    source: { pointer: '/data/attributes/sourceWalletId' },
  },
  destination_closed: {
    code: 'conflict',
    detail: 'The wallet is closed, which is for good.',
    source: { pointer: '/data/attributes/destWalletId' },
  },
  rule_broken: { code: 'rule_broken', detail: 'This breaks rules of the agent.' },
  too_many_in_review: {
    code: 'too_many_in_review',
    detail: 'This needs an approval, and as much of the agent as may waits for one already.',
  },
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
  wallet_frozen: { code: 'wallet_frozen', detail: 'The wallet that would pay is frozen.' },
  amount_owed: {
    code: 'amount_owed',
    detail: 'The party that would pay owes money in this currency: until it is settled, nothing leaves.',
  },
  insufficient_funds: {
    code: 'insufficient_funds',
    detail: 'The wallet does not have this amount available.',
    source: { pointer: '/data/attributes/amount' },
  },
  nothing_owed: { code: 'conflict', detail: 'The party owes nothing in this currency.' },
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

export type Refusal = keyof typeof refusals;

/** Returns the outcome of a command that was carried out. Commands that Purser itself sends need no response. */
export function done(
  targetId: string,
  response: CommandResponse = { status: 200, body: '' },
  remark: string | null = null,
): Outcome & { done: true } {
  return { done: true, replayed: false, response, targetId, remark };
}

/** Returns the outcome of a command that was carried out before: nothing changes. */
export function doneBefore(response: CommandResponse = { status: 200, body: '' }): Outcome {
  return { done: true, replayed: true, response, targetId: '', remark: null };
}

export function refuse(refusal: Refusal): Refused {
  return { done: false, refusal };
}

/** Returns a refusal as clients see it. Also used by code that finds the same before the engine does. */
export function refusalError(refusal: Refusal): PurserError {
  return new PurserError([refusals[refusal]]);
}
