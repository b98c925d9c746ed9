import { publicId } from '../../lib/id.ts';
import type { Id } from '../../lib/id.ts';
import type { NamedCounterparty, Payment } from '../model/records.ts';
import { contactKey, contactOf } from '../model/counterparty.ts';
import type { Contact } from '../model/counterparty.ts';
import { addressDigest } from '../model/rule-history.ts';
import type { Counterparty, Recipient } from './recipient.ts';

/** Who is paid, as the rules of an agent see it. */
export type RuledPayee = {
  /** As the client named it or, for a payment in review, as the payment keeps it. */
  named: NamedCounterparty;
  /** The party that is paid; null for an address that leads to none. */
  partyId: Id<'pty'> | null;
  /** The address that was named. */
  address: Contact | null;
};

/** Returns the payee of a new payment. */
export function payeeOf(counterparty: Counterparty, recipient: Recipient): RuledPayee {
  const partyId = recipient.newContact ? null : recipient.partyId;
  if (counterparty.type === 'party_id') {
    return {
      named: { type: 'party_id', value: publicId('pty', counterparty.partyId) },
      partyId,
      address: null,
    };
  }
  if (counterparty.type === 'agent_id') {
    return {
      named: { type: 'agent_id', value: publicId('agt', counterparty.agentId) },
      partyId,
      address: null,
    };
  }
  const { contact } = counterparty;
  return { named: { type: contact.kind, value: contact.value }, partyId, address: contact };
}

/** Returns the payee of a payment in review, with the recipient that it has now. */
export function reviewedPayeeOf(payment: Payment, recipient: Recipient): RuledPayee {
  const { recipientAddress, recipientAgentId } = payment;
  if (recipientAddress !== null) {
    const contact = contactOf(recipientAddress);
    return payeeOf({ type: contact.kind, contact }, recipient);
  }
  return recipientAgentId
    ? payeeOf({ type: 'agent_id', agentId: recipientAgentId }, recipient)
    : payeeOf({ type: 'party_id', partyId: recipient.partyId }, recipient);
}

/** Returns what stands for the payee in the purchases of an agent, in order of preference. */
export function payeeKeys({ partyId, address }: Pick<RuledPayee, 'partyId' | 'address'>): string[] {
  return [...(partyId ? [partyId] : []), ...(address ? [addressDigest(contactKey(address))] : [])];
}
