import { PurserError } from '../errors.ts';
import type { Fault } from '../errors.ts';
import type { Answer } from './state.ts';

/** How a command ended: done (or done before, and replayed), or refused with nothing changed. */
export type Outcome = { done: true; answer: Answer; replayed: boolean } | { done: false; refusal: Refusal };

/**
 * Every way in which the engine refuses, in the order in which it looks. The order is part of the contract:
 * who asks, whether it was asked before, whether it is allowed, whom it reaches, whether the money is there.
 */
export const refusals = {
  credential_revoked: {
    code: 'unauthenticated',
    detail: 'Send a valid key as `Authorization: Bearer <key>`.',
    source: { header: 'Authorization' },
  },
  agent_inactive: {
    code: 'agent_not_found',
    detail: 'Your party has no active agent of this id.',
    source: { header: 'X-Agent-ID' },
  },
  key_reused: {
    code: 'idempotency_key_reused',
    detail: 'This key was already used for another request.',
    source: { header: 'Idempotency-Key' },
  },
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
  wallet_frozen: { code: 'wallet_frozen', detail: 'The wallet that would pay is frozen.' },
  insufficient_funds: {
    code: 'insufficient_funds',
    detail: 'The wallet does not have this amount available.',
    source: { pointer: '/data/attributes/amount' },
  },
  recipient_full: { code: 'conflict', detail: 'The recipient cannot hold this much more in this currency.' },
} as const satisfies Record<string, Fault>;

export type Refusal = keyof typeof refusals;

/** The outcome of a refusal. */
export function refuse(refusal: Refusal): Outcome {
  return { done: false, refusal };
}

/** A refusal as callers see it; also for those who find the same before the engine is asked. */
export function refusalError(refusal: Refusal): PurserError {
  return new PurserError([refusals[refusal]]);
}
