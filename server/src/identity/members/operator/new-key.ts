import type { Queryable } from '../../../db/sql.ts';
import { enqueueMails } from '../../../engine/plain-writes/enqueue-mail.ts';
import { recordOperatorAct } from '../../../engine/plain-writes/record-audit.ts';
import { fault } from '../../../errors.ts';
import { type Id, publicId } from '../../../lib/id.ts';
import { scopes } from '../../../scopes.ts';
import { changesBetween } from '../../../terms/changes.ts';
import { lockOwners } from '../deciders.ts';
import { mintApiKey, type NewApiKey } from '../../api-keys/mint.ts';

/** For which owner of which party the operator makes a key; `userId` may be left out where there is only one. */
export type AskedKey = {
  partyId: Id<'pty'>;
  userId: Id<'usr'> | null;
  environment: 'sandbox' | 'prod';
  operator: string;
  because: string | undefined;
  now: Date;
};

/** The key with its secret, which is shown only now, and how many owners get a mail about it. */
export type KeyByOperator = { key: NewApiKey; ownerName: string; mails: number };

/**
 * Makes a key with all scopes for an owner who has lost the last one, with a line in the audit log of the party and a mail
 * to each of its owners, so that nobody gets one behind their backs. Throws `conflict` if the party has no such owner, or
 * several and none is named. In the caller's transaction.
 */
export async function makeKeyByOperator(
  tx: Queryable,
  { partyId, userId, environment, operator, because, now }: AskedKey,
): Promise<KeyByOperator> {
  const owners = await lockOwners(tx, partyId);
  const named = userId === null ? owners : owners.filter(({ id }) => id === userId);
  const [owner, ...others] = named;
  if (!owner)
    throw fault(
      'conflict',
      userId === null ? 'There is no such party.' : 'The party has no owner of this id.',
    );
  if (others.length > 0)
    throw fault(
      'conflict',
      `Name one of its owners: ${named.map(({ id }) => publicId('usr', id)).join(', ')}.`,
    );
  const key = await mintApiKey(tx, {
    partyId,
    userId: owner.id,
    name: 'Key from the operator',
    scopes,
    environment,
    now,
  });
  const recipients = owners.flatMap(({ email }) => email ?? []);
  const mail = { kind: 'apiKey', resourceId: key.id, partyId, now } as const;
  await enqueueMails(
    tx,
    recipients.map((recipient) => ({ ...mail, recipient })),
  );
  const changes = changesBetween({}, { scopes, expiresAt: null });
  const act = { partyId, operator, because, now, targetId: key.id, changes };
  await recordOperatorAct(tx, { ...act, action: 'new key' });
  return { key, ownerName: owner.name, mails: recipients.length };
}
