import { linkToken } from '../../db/link-token.ts';
import type { Queryable } from '../../db/sql.ts';
import type { MailContent } from '../../gateways/mail.ts';
import { type Id, publicId } from '../../lib/id.ts';
import type { Keyring } from '../../lib/keyring.ts';
import { withinMail } from '../../lib/text.ts';
import { readableTime } from '../../lib/time.ts';
import { writeMail } from '../../mails/write-mail.ts';
import { findOpenById, putContactToken } from './queries.ts';

/** Composes the message with the link and the token of a pending address; null if the address is no longer pending. */
export async function composeContactMail(
  db: Queryable,
  id: Id<'con'>,
  { now, baseUrl, keyring }: { now: Date; baseUrl: string; keyring: Keyring },
): Promise<MailContent | null> {
  const owner = publicId('con', id);
  const link = await linkToken(keyring, owner, (put) => putContactToken(db, { ...put, id, now }));
  const contact = link && (await findOpenById(db, id, now));
  if (!contact) return null;
  const party = withinMail(contact.partyName);
  const blocks = [
    {
      intro: `${party} says that this address is its own. If you belong to ${party}, sign in and confirm it:`,
      label: 'Confirm this address',
      url: `${baseUrl}/verify/${owner}/${link.token}`,
    },
    'A program confirms it with this token:',
    { code: link.token },
    `Link and token work once, until ${readableTime(contact.expiresAt)}. Opening the link confirms nothing.`,
    'If the address is not theirs, you need not do anything.',
  ];
  const why = `${party} wants to receive payments and mails at this address.`;
  return writeMail({ subject: `Confirm this address for ${party}`, blocks, why });
}
