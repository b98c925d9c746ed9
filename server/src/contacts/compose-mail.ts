import type { Queryable } from '../db/sql.ts';
import type { MailContent } from '../gateways/mail.ts';
import { withinLine } from '../lib/text.ts';
import { readableTime } from '../lib/time.ts';
import { writeMail } from '../mails/write-mail.ts';
import { findToSend } from './queries.ts';

/** Composes the message that brings the token of a pending address; null if the address is no longer pending. */
export async function composeContactMail(
  db: Queryable,
  resourceId: string,
  { now }: { now: Date },
): Promise<MailContent | null> {
  const contact = await findToSend(db, resourceId, now);
  if (!contact) return null;
  const party = withinLine(contact.partyName);
  const blocks = [
    `${party} says that this address is its own. To confirm it, ${party} needs this token:`,
    { code: contact.token },
    `The token works once, until ${readableTime(contact.expiresAt)}.`,
    'If the address is not theirs, you need not do anything: without the token nothing happens.',
  ];
  const why = `${party} wants to receive payments and mails at this address.`;
  return writeMail({ subject: `Confirm this address for ${party}`, blocks, why });
}
