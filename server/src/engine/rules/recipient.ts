import type { Id } from '../../lib/id.ts';
import type { Refusal } from '../model/outcomes.ts';
import { contactKey, contactOwner } from '../model/state.ts';
import type { Contact, State } from '../model/state.ts';

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
  /** The e-mail address for the mail about the claim; null if only a phone number is known. */
  claimAddress: string | null;
  /** The address, if no party is known by it yet. */
  newContact: Contact | null;
  /** The `contactKey` of `newContact`; empty without one. */
  newContactKey: string;
};

/** Returns the recipient, or a refusal. An unknown address gets the party id that the command brings. */
export function findRecipient(
  counterparty: Counterparty,
  newIds: { party: Id<'pty'> },
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
  const { contact } = counterparty;
  const claimAddress = contact.kind === 'email' ? contact.value : null;
  const key = contactKey(contact);
  const found = contactOwner(state, key);
  if (found) return { ...found, agentId: null, claimAddress, newContact: null, newContactKey: '' };
  return {
    partyId: newIds.party,
    agentId: null,
    active: false,
    claimAddress,
    newContact: contact,
    newContactKey: key,
  };
}

function knownParty(partyId: Id<'pty'>, agentId: Id<'agt'> | null, state: State): Recipient | null {
  const party = state.parties.get(partyId);
  if (!party) return null;
  const active = party.status === 'ACTIVE';
  return { partyId, agentId, active, claimAddress: party.email, newContact: null, newContactKey: '' };
}
