import { type Id, parseId } from '../../lib/id.ts';
import { isEmail, isPhone, normalEmail } from '../../lib/text.ts';
import type { RecipientEntry } from './schema.ts';

/** An invited recipient. The id of a party has no prefix. */
export type Recipient = { type: 'email' | 'phone'; value: string } | { type: 'party_id'; value: Id<'pty'> };

/** An entry of the request, with its value as sent. `recipient` is null if the entry is invalid or a duplicate. */
export type ReadRecipient = { sent: string; recipient: Recipient | null };

export function readRecipients(entries: readonly RecipientEntry[]): ReadRecipient[] {
  const seen = new Set<string>();
  return entries.map((entry) => {
    const recipient = readRecipient(entry);
    const key = recipient && recipientKey(recipient);
    if (key === null || seen.has(key)) return { sent: entry.value, recipient: null };
    seen.add(key);
    return { sent: entry.value, recipient };
  });
}

export function recipientKey({ type, value }: Recipient): string {
  return `${type} ${value}`;
}

function readRecipient({ type, value }: RecipientEntry): Recipient | null {
  if (type === 'email') return isEmail(value) ? { type, value: normalEmail(value) } : null;
  if (type === 'phone') return isPhone(value) ? { type, value } : null;
  const id = type === 'party_id' ? parseId('pty', value) : null;
  return id && { type: 'party_id', value: id };
}
