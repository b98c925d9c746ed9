import type { Program } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { inTransaction } from '../../db/tx.ts';
import { enqueueMail } from '../../engine/plain-writes/enqueue-mail.ts';
import { type Id, newId } from '../../lib/id.ts';
import type { Keyring } from '../../lib/keyring.ts';
import { deleteLinksBefore, insertLink, type OpenLink } from './queries.ts';

const valid_ms = 15 * 60_000;
const perHour = 10;

/** What a link is asked for: the address, as it is stored, and the path to open afterwards. */
export type LinkRequest = { email: string; returnTo: string; now: Date };

/**
 * Asks for a link by mail. Does the same work whether or not anybody has the address: the mail is composed later, and
 * only if its reader can sign in. Does nothing if the address has had a link within the minute. `share` is whose part of
 * the sessions of the database this takes.
 */
export function requestLink(
  { sessions, keyring }: Pick<Program, 'sessions' | 'keyring'>,
  share: string,
  { email, returnTo, now }: LinkRequest,
): Promise<void> {
  return sessions.write(share, (db) =>
    inTransaction(db, async (tx) => {
      const id = await addLink(tx, keyring, { email, returnTo, now });
      if (id) await enqueueMail(tx, { kind: 'signIn', resourceId: id, partyId: null, recipient: email, now });
    }),
  );
}

const purpose = 'path after a sign-in';

async function addLink(
  tx: Queryable,
  keyring: Keyring,
  { email, returnTo: path, now }: LinkRequest,
): Promise<Id<'sil'> | null> {
  const id = newId('sil');
  const expiresAt = new Date(now.getTime() + valid_ms);
  const { keyId: secretId, bytes: sealedReturnTo } = keyring.seal(purpose, id, path);
  const link = { id, email, sealedReturnTo, secretId, now, expiresAt, perHour };
  return (await insertLink(tx, link)) ? id : null;
}

/** Returns the path to open after the sign-in by a link; that of the account if the secret of the link is gone. */
export function returnPathOf(keyring: Keyring, { id, keyId, sealedReturnTo: bytes }: OpenLink): string {
  return keyring.open(purpose, id, { keyId, bytes }) ?? '/account';
}

const chunk = 1_000;
const hour_ms = 3_600_000; // within which the links of an address are counted

/** Deletes a chunk of the links that expired more than an hour ago, with their mails, and returns how many. */
export function deleteOldLinks({ db }: Pick<Program, 'db'>, now: Date): Promise<number> {
  return deleteLinksBefore(db, new Date(now.getTime() - hour_ms), chunk);
}
