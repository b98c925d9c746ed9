import type { Id } from '../../lib/id.ts';
import type { Refusal } from '../model/outcomes.ts';
import { contactKey, contactOwner } from '../model/state.ts';
import type { Contact, State } from '../model/state.ts';

/** Whom a caller named: an address, a party, or an agent (which means its party). */
export type Counterparty =
  | { type: 'email' | 'phone'; contact: Contact }
  | { type: 'party_id'; partyId: Id<'pty'> }
  | { type: 'agent_id'; agentId: Id<'agt'> };

export type Recipient = {
  partyId: Id<'pty'>;
  agentId: Id<'agt'> | null;
  /** False for a PROVISIONAL party: the money waits to be claimed. */
  active: boolean;
  /** Where such a party is told so; null where it is known by a phone number only. */
  claimAddress: string | null;
  /** The address, where it is seen for the first time. */
  newContact: Contact | null;
  newContactKey: string;
};

/** Finds who is meant; an address that leads nowhere yet gets the party id the command brought along. */
export function findRecipient(
  counterparty: Counterparty,
  newIds: { party: Id<'pty'> },
  state: State,
): Recipient | Refusal {
  if (counterparty.type === 'party_id') {
    return known(counterparty.partyId, null, state) ?? 'recipient_party_unknown';
  }
  if (counterparty.type === 'agent_id') {
    const agent = state.agents.get(counterparty.agentId);
    if (agent?.status !== 'ACTIVE') return 'recipient_agent_unknown';
    return known(agent.partyId, agent.id, state) ?? 'recipient_agent_unknown';
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

function known(partyId: Id<'pty'>, agentId: Id<'agt'> | null, state: State): Recipient | null {
  const party = state.parties.get(partyId);
  if (!party) return null;
  const active = party.status === 'ACTIVE';
  return { partyId, agentId, active, claimAddress: party.email, newContact: null, newContactKey: '' };
}
