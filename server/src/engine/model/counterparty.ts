import { recentDigest128 } from '../../lib/digest.ts';
import { type Id, publicId } from '../../lib/id.ts';
import type { NamedCounterparty } from './agent-rules.ts';
import type { Payment } from './records.ts';

/** An address; e-mail addresses are in lower case. */
export type Contact = { kind: 'email' | 'phone'; value: string };

/** Returns the address of a text: only an e-mail address has an @. */
export function contactOf(value: string): Contact {
  return { kind: value.includes('@') ? 'email' : 'phone', value };
}

/** What leads to a party beside its id: an address, or the id of a party that it has taken over. */
export type LeadsTo = Contact | { kind: 'party_id'; value: Id<'pty'> };

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

/** The payer's account at a bank, to which a withdrawal pays. */
export type BankAccount = { type: 'external_account_id'; accountId: Id<'eac'> };

/** Where the money of a payment or withdrawal goes: to a payee, or to an account of the payer. */
export type Destination = Payee | { counterparty: BankAccount; partyId: null };

export function toAccount(accountId: Id<'eac'>): Destination {
  return { counterparty: { type: 'external_account_id', accountId }, partyId: null };
}

/** Returns whether it is a payee, and not an account of the payer. */
export function isPayee(destination: Destination): destination is Payee {
  return destination.counterparty.type !== 'external_account_id';
}

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

export function addressOf(counterparty: Destination['counterparty']): Contact | null {
  return 'contact' in counterparty ? counterparty.contact : null;
}

export function namedCounterparty(counterparty: Destination['counterparty']): NamedCounterparty {
  const { type } = counterparty;
  if ('contact' in counterparty) return { type, value: counterparty.contact.value };
  if ('partyId' in counterparty) return { type, value: publicId('pty', counterparty.partyId) };
  if ('agentId' in counterparty) return { type, value: publicId('agt', counterparty.agentId) };
  return { type, value: publicId('eac', counterparty.accountId) };
}

/**
 * Returns what stands for where the money goes among the recorded purchases: the party, if known, then the digest of its
 * address; or the account at a bank. A purchase is recorded under the first of them.
 */
export function payeeKeys(to: Destination): string[] {
  const account = isPayee(to) ? null : to.counterparty.accountId;
  const keys = [to.partyId, account, addressKey(to)];
  return keys.filter((key) => key !== null);
}

/** Returns what stands for the address that a payment names; null if it names none. */
export function addressKey({ counterparty }: Destination): string | null {
  const address = addressOf(counterparty);
  return address && addressDigest(address);
}

export function addressDigest(address: Contact): string {
  return recentDigest128(contactKey(address));
}
