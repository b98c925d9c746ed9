import { hash } from 'node:crypto';
import { type Id, publicId } from '../../lib/id.ts';
import type { NamedCounterparty } from './agent-rules.ts';
import type { Payment } from './records.ts';

/** An address; e-mail addresses are in lower case. */
export type Contact = { kind: 'email' | 'phone'; value: string };

/** Returns the address of a text: only an e-mail address has an @. */
export function contactOf(value: string): Contact {
  return { kind: value.includes('@') ? 'email' : 'phone', value };
}

export function contactKey(contact: Contact): string {
  return `${contact.kind} ${contact.value}`;
}

/** Who is paid, as a payment names it: by address, by party, or by agent (which means the agent's party). */
export type Counterparty =
  | { type: Contact['kind']; contact: Contact }
  | { type: 'party_id'; partyId: Id<'pty'> }
  | { type: 'agent_id'; agentId: Id<'agt'> };

/** Who is paid, and the party that it leads to; null if it leads to none, or if that is not known yet. */
export type Payee = { counterparty: Counterparty; partyId: Id<'pty'> | null };

export function counterpartyAt(contact: Contact): Counterparty {
  return { type: contact.kind, contact };
}

/**
 * Returns whom a payment pays, as its row keeps it: an address only if it led to no party when the payment went to
 * review. Null for a withdrawal.
 */
export function counterpartyOf({
  recipientAddress,
  recipientAgentId = null,
  payeePartyId,
}: Pick<Payment, 'recipientAddress' | 'payeePartyId'> &
  Partial<Pick<Payment, 'recipientAgentId'>>): Counterparty | null {
  if (recipientAddress !== null) return counterpartyAt(contactOf(recipientAddress));
  if (recipientAgentId !== null) return { type: 'agent_id', agentId: recipientAgentId };
  return payeePartyId && { type: 'party_id', partyId: payeePartyId };
}

export function addressOf(counterparty: Counterparty): Contact | null {
  return 'contact' in counterparty ? counterparty.contact : null;
}

export function namedCounterparty(counterparty: Counterparty): NamedCounterparty {
  if ('contact' in counterparty) return { type: counterparty.type, value: counterparty.contact.value };
  return counterparty.type === 'party_id'
    ? { type: counterparty.type, value: publicId('pty', counterparty.partyId) }
    : { type: counterparty.type, value: publicId('agt', counterparty.agentId) };
}

/**
 * Returns what stands for a payee among the recorded purchases: its party, if known, then the digest of its address. A
 * purchase is recorded under the first of them. `npm run audit` repeats it.
 */
export function payeeKeys(payee: Payee): string[] {
  const keys = [payee.partyId, addressKey(payee)];
  return keys.filter((key) => key !== null);
}

/** Returns what stands for the address that a payment names; null if it names none. */
export function addressKey({ counterparty }: Payee): string | null {
  const address = addressOf(counterparty);
  return address && hash('sha256', contactKey(address), 'hex').slice(0, 32);
}
