import { type Id, provisionalPartyIdOf } from '../../lib/id.ts';
import { addEvent, type Changes } from '../model/changes.ts';
import type { Refusal } from '../model/outcomes.ts';
import type { AskedPayee, Payment } from '../model/records.ts';
import {
  addressOf,
  type Contact,
  contactKey,
  type Counterparty,
  counterpartyOf,
  type Payee,
} from '../model/counterparty.ts';
import { contactOwner, type State } from '../model/state.ts';

/** The party that a payment reaches, and how the payment names it. */
export type Recipient = Payee & {
  /** For an address that leads to no party: the one that it is registered as once the payment is accepted. */
  partyId: Id<'pty'>;
  /** False for a PROVISIONAL party: the money waits to be claimed. */
  active: boolean;
  /** Where the message about the claim goes: an e-mail address or phone number; null for an ACTIVE party by its id. */
  claimAddress: string | null;
  /** The address, if no party is known by it yet. */
  newContact: Contact | null;
};

/** Returns the payee as limits and rules see it: an address that leads to no party yet has none. */
export function payeeOf({ counterparty, partyId, newContact }: Recipient): Payee {
  return { counterparty, partyId: newContact ? null : partyId };
}

/** Returns the payee as an approval keeps it. The statement that stores the approval reads the name. */
export function askedPayee({ counterparty, active }: Recipient): AskedPayee {
  const payeeAddress = addressOf(counterparty)?.value ?? null;
  return { payeeName: null, payeeAddress, payeeVerified: active };
}

export function findRecipient(
  counterparty: Counterparty,
  paymentId: Id<'pay'>,
  state: State,
): Recipient | Refusal {
  if (counterparty.type === 'party_id') {
    return knownParty(counterparty.partyId, counterparty, state) ?? 'recipient_party_unknown';
  }
  if (counterparty.type === 'agent_id') {
    const agent = state.agents.get(counterparty.agentId);
    if (agent?.status !== 'ACTIVE') return 'recipient_agent_unknown';
    return knownParty(agent.partyId, counterparty, state) ?? 'recipient_agent_unknown';
  }
  return recipientAt(counterparty, paymentId, state);
}

/** Returns the recipient of a payment in review, or a refusal. An address or an id may lead to another party by now. */
export function reviewedRecipient(payment: Payment, state: State): Recipient | Refusal {
  const { id, payerPartyId, payeePartyId } = payment;
  const counterparty = counterpartyOf(payment);
  if (counterparty === null) return 'recipient_party_unknown';
  const recipient =
    'contact' in counterparty
      ? recipientAt(counterparty, id, state)
      : knownParty(payeePartyId, counterparty, state);
  if (!recipient) return 'recipient_party_unknown';
  return recipient.partyId === payerPartyId ? 'recipient_is_payer' : recipient;
}

function recipientAt(
  counterparty: Extract<Counterparty, { contact: Contact }>,
  paymentId: Id<'pay'>,
  state: State,
): Recipient {
  const { contact } = counterparty;
  const claimAddress = contact.value;
  const found = contactOwner(state, contactKey(contact));
  if (found) return { counterparty, ...found, claimAddress, newContact: null };
  const partyId = provisionalPartyIdOf(paymentId);
  return { counterparty, partyId, active: false, claimAddress, newContact: contact };
}

/** Returns the party with an id, or the one that has taken it over. */
function knownParty(partyId: Id<'pty'> | null, counterparty: Counterparty, state: State): Recipient | null {
  const named = partyId && state.parties.get(partyId);
  if (!named) return null;
  const party = named.mergedInto === null ? named : state.parties.get(named.mergedInto);
  if (!party) return null;
  return {
    counterparty,
    partyId: party.id,
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
