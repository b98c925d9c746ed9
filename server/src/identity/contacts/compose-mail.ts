import type { Queryable } from '../../db/sql.ts';
import type { MailContent } from '../../gateways/mail.ts';
import { type Id, publicId } from '../../lib/id.ts';
import { withinLine } from '../../lib/text.ts';
import { readableTime } from '../../lib/time.ts';
import { writeMail } from '../../mails/write-mail.ts';
import { findOpenById } from './queries.ts';

/** Composes the message with the link and the token of a pending address; null if the address is no longer pending. */
export async function composeContactMail(
  db: Queryable,
  id: Id<'con'>,
  { now, baseUrl }: { now: Date; baseUrl: string },
): Promise<MailContent | null> {
  const contact = await findOpenById(db, id, now);
  if (!contact) return null;
  const party = withinLine(contact.partyName);
  const blocks = [
    {
      intro: `${party} says that this address is its own. If you belong to ${party}, sign in and confirm it:`,
      label: 'Confirm this address',
      url: `${baseUrl}/verify/${publicId('con', id)}/${contact.token}`,
    },
    'A program confirms it with this token:',
    { code: contact.token },
    `Link and token work once, until ${readableTime(contact.expiresAt)}. Opening the link confirms nothing.`,
    'If the address is not theirs, you need not do anything.',
  ];
  const why = `${party} wants to receive payments and mails at this address.`;
  return writeMail({ subject: `Confirm this address for ${party}`, blocks, why });
}
