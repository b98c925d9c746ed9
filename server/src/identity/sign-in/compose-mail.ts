import type { Queryable } from '../../db/sql.ts';
import type { MailContent } from '../../gateways/mail.ts';
import type { Id } from '../../lib/id.ts';
import { hashKey, newLinkToken } from '../../lib/secret.ts';
import { readableTime } from '../../lib/time.ts';
import { writeMail } from '../../mails/write-mail.ts';
import { putLinkToken } from './queries.ts';

/**
 * Composes the mail with a link to sign in; null if nobody with this address can. The token exists in the mail only, so a
 * mail that is sent twice has two of them, and the last one works.
 */
export async function composeSignInMail(
  db: Queryable,
  id: Id<'sil'>,
  { now, baseUrl }: { now: Date; baseUrl: string },
): Promise<MailContent | null> {
  const token = newLinkToken();
  const link = await putLinkToken(db, { id, hash: Buffer.from(hashKey(token), 'hex'), now });
  if (!link) return null;
  return writeMail({
    subject: 'Your link to sign in',
    blocks: [
      {
        intro: 'Your own link to sign in to Purser, not to be passed on:',
        label: 'Sign in',
        url: `${baseUrl}/sign-in/${token}`,
      },
      `The link works once, until ${readableTime(link.expiresAt)}.`,
      'If it was not you, you need not do anything: without the link nobody can sign in.',
    ],
    why: 'somebody, probably you, asked to sign in with this address.',
  });
}
