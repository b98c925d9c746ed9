import { provisionalPartyIdOf } from '../../lib/id.ts';
import type { Id } from '../../lib/id.ts';
import { addEvent } from '../model/changes.ts';
import type { Changes } from '../model/changes.ts';
import type { Refusal } from '../model/outcomes.ts';
import type { Payment } from '../model/records.ts';
import { contactKey, contactOf } from '../model/counterparty.ts';
import { contactOwner } from '../model/state.ts';
import type { Contact } from '../model/counterparty.ts';
import type { State } from '../model/state.ts';

/** The counterparty as the client named it: by address, by party, or by agent (which means the agent's party). */
export type Counterparty =
  | { type: 'email' | 'phone'; contact: Contact }
  | { type: 'party_id'; partyId: Id<'pty'> }
  | { type: 'agent_id'; agentId: Id<'agt'> };

/** The party that a payment reaches. */
export type Recipient = {
  partyId: Id<'pty'>;
  /** The agent that the client named. */
  agentId: Id<'agt'> | null;
  /** False for a PROVISIONAL party: the money waits to be claimed. */
  active: boolean;
  /** Where the message about the claim goes: an e-mail address or phone number; null for an ACTIVE party by its id. */
  claimAddress: string | null;
  /** The address, if no party is known by it yet. */
  newContact: Contact | null;
};

/** Returns the recipient of a new payment, or a refusal. */
export function findRecipient(
  counterparty: Counterparty,
  paymentId: Id<'pay'>,
  state: State,
): Recipient | Refusal {
  if (counterparty.type === 'party_id') {
    return knownParty(counterparty.partyId, null, state) ?? 'recipient_party_unknown';
  }
  if (counterparty.type === 'agent_id') {
    const agent = state.agents.get(counterparty.agentId);
    if (agent?.status !== 'ACTIVE') return 'recipient_agent_unknown';
    return knownParty(agent.partyId, agent.id, state) ?? 'recipient_agent_unknown';
  }
  return recipientAt(counterparty.contact, paymentId, state);
}

/** Returns the recipient of a payment in review, or a refusal. An address may lead to a party by now. */
export function reviewedRecipient(payment: Payment, state: State): Recipient | Refusal {
  const { id, payerPartyId, payeePartyId, recipientAddress, recipientAgentId } = payment;
  if (recipientAddress === null) {
    return knownParty(payeePartyId, recipientAgentId, state) ?? 'recipient_party_unknown';
  }
  const recipient = recipientAt(contactOf(recipientAddress), id, state);
  return recipient.partyId === payerPartyId ? 'recipient_is_payer' : recipient;
}

function recipientAt(contact: Contact, paymentId: Id<'pay'>, state: State): Recipient {
  const claimAddress = contact.value;
  const found = contactOwner(state, contactKey(contact));
  if (found) return { ...found, agentId: null, claimAddress, newContact: null };
  const partyId = provisionalPartyIdOf(paymentId);
  return { partyId, agentId: null, active: false, claimAddress, newContact: contact };
}

function knownParty(partyId: Id<'pty'> | null, agentId: Id<'agt'> | null, state: State): Recipient | null {
  const party = state.parties.get(partyId ?? '');
  if (!party) return null;
  return {
    partyId: party.id,
    agentId,
    active: party.status !== 'PROVISIONAL',
    claimAddress: party.address,
    newContact: null,
  };
}

/** Registers an unknown address as a PROVISIONAL party, for an accepted payment and all later ones to it. */
export function register(recipient: Recipient, now: Date, state: State, changes: Changes): void {
  const { partyId, newContact } = recipient;
  if (!newContact) return;
  changes.parties.push({ id: partyId, contact: newContact, createdAt: now });
  state.registeredContacts.set(contactKey(newContact), { partyId, active: false });
  addEvent(changes, 'party', partyId, null, 'PROVISIONAL', now);
}
