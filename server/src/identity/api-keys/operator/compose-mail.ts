import type { Queryable } from '../../../db/sql.ts';
import type { MailContent } from '../../../gateways/mail.ts';
import { withinMail } from '../../../lib/text.ts';
import { readableTime } from '../../../lib/time.ts';
import { writeMail } from '../../../mails/write-mail.ts';
import { findKeyForMail } from './queries.ts';

/** Composes the mail that tells an owner that the operator has made a key. */
export async function composeNewKeyMail(
  db: Queryable,
  keyId: string,
  { baseUrl }: { baseUrl: string },
): Promise<MailContent | null> {
  const key = await findKeyForMail(db, keyId);
  if (!key) return null;
  const [party, user] = [withinMail(key.partyName), withinMail(key.userName)];
  return writeMail({
    subject: `The operator has made a new API key for ${party}`,
    blocks: [
      `The operator of this service has made an API key for ${user}, an owner of ${party}, at ${readableTime(key.createdAt)}. It begins with ${key.prefix} and may do everything that an owner may.`,
      {
        intro: 'If none of you has asked for it, freeze the party and revoke the key, after you sign in:',
        label: 'See your account',
        url: `${baseUrl}/account`,
      },
      'The audit log of the party says who made it, and why.',
    ],
    why: `you are an owner of ${party}.`,
  });
}
