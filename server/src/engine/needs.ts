import type { Id } from '../lib/id.ts';
import { answerKey, contactKey, pairKey } from './state.ts';
import type { Actor, Contact, IdempotencyKey } from './state.ts';

/** What the commands of a batch want loaded. Each thing once, however many commands ask for it. */
export type Needs = {
  credentials: Record<Actor['kind'], Set<string>>;
  actingAgents: Set<string>;
  recipientAgents: Map<string, { agentId: Id<'agt'>; currency: string }>;
  parties: Set<string>;
  contacts: Map<string, Contact & { currency: string }>;
  delegations: Map<string, { customer: Id<'pty'>; delegate: Id<'pty'> }>;
  wallets: Map<string, { partyId: Id<'pty'>; currency: string }>;
  clearing: Map<string, { rail: string; currency: string }>;
  answers: Map<string, IdempotencyKey>;
};

export function noNeeds(): Needs {
  return {
    credentials: { apiKey: new Set(), agentKey: new Set() },
    actingAgents: new Set(),
    recipientAgents: new Map(),
    parties: new Set(),
    contacts: new Map(),
    delegations: new Map(),
    wallets: new Map(),
    clearing: new Map(),
    answers: new Map(),
  };
}

export function needActor(needs: Needs, actor: Actor): void {
  needs.credentials[actor.kind].add(actor.credentialId);
  if (!actor.agentId) return;
  needs.actingAgents.add(actor.agentId);
  needs.parties.add(actor.partyId); // its limits are in the party's currency
}

export function needAnswer(needs: Needs, key: IdempotencyKey): void {
  needs.answers.set(answerKey(key), key);
}

/** A party whose state or currency the decision looks at. */
export function needParty(needs: Needs, partyId: Id<'pty'>): void {
  needs.parties.add(partyId);
}

export function needWallet(needs: Needs, partyId: Id<'pty'>, currency: string): void {
  needs.wallets.set(pairKey(partyId, currency), { partyId, currency });
}

export function needClearing(needs: Needs, rail: string, currency: string): void {
  needs.clearing.set(pairKey(rail, currency), { rail, currency });
}

export function needContact(needs: Needs, contact: Contact, currency: string): void {
  needs.contacts.set(pairKey(contactKey(contact), currency), { ...contact, currency });
}

export function needRecipientAgent(needs: Needs, agentId: Id<'agt'>, currency: string): void {
  needs.recipientAgents.set(pairKey(agentId, currency), { agentId, currency });
}

export function needDelegation(needs: Needs, customer: Id<'pty'>, delegate: Id<'pty'>): void {
  needs.parties.add(customer);
  needs.delegations.set(pairKey(customer, delegate), { customer, delegate });
}
