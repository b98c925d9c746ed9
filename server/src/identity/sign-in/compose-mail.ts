import { linkToken } from '../../db/link-token.ts';
import type { Queryable } from '../../db/sql.ts';
import type { MailContent } from '../../gateways/mail.ts';
import { type Id, publicId } from '../../lib/id.ts';
import type { Keyring } from '../../lib/keyring.ts';
import { readableTime } from '../../lib/time.ts';
import { writeMail } from '../../mails/write-mail.ts';
import { putLinkToken } from './queries.ts';

/** Composes the mail with a link to sign in; null if nobody with this address can. */
export async function composeSignInMail(
  db: Queryable,
  id: Id<'sil'>,
  { now, baseUrl, keyring }: { now: Date; baseUrl: string; keyring: Keyring },
): Promise<MailContent | null> {
  const link = await linkToken(keyring, publicId('sil', id), (put) => putLinkToken(db, { ...put, id, now }));
  if (!link) return null;
  return writeMail({
    subject: 'Your link to sign in',
    blocks: [
      {
        intro: 'Your own link to sign in to Purser, not to be passed on:',
        label: 'Sign in',
        url: `${baseUrl}/sign-in/${link.token}`,
      },
      `The link works once, until ${readableTime(link.expiresAt)}.`,
      'If it was not you, you need not do anything: without the link nobody can sign in.',
    ],
    why: 'somebody, probably you, asked to sign in with this address.',
  });
}
