import type { Queryable } from '../../db/sql.ts';
import { recordEvent } from '../../engine/plain-writes/record-event.ts';
import type { Tags } from '../../engine/model/records.ts';
import { type Id, newId } from '../../lib/id.ts';
import { newKey } from '../../lib/secret.ts';
import type { Scope } from '../../scopes.ts';
import { type ApiKeyRow, insertApiKey } from './queries.ts';

/** A key with its secret, which exists only here and in the response to its creation. */
export type NewApiKey = ApiKeyRow & { secret: string };

/** Creates a key. The transaction has already checked that the actor may create it. */
export async function mintApiKey(
  tx: Queryable,
  key: {
    partyId: Id<'pty'>;
    userId: Id<'usr'>;
    name: string;
    scopes: readonly Scope[];
    environment: 'sandbox' | 'prod';
    tags?: Tags | null;
    expiresAt?: Date | null;
    now: Date;
  },
): Promise<NewApiKey> {
  const { secret, prefix, hash } = newKey('sk', key.environment);
  const row: ApiKeyRow = {
    id: newId('apy'),
    partyId: key.partyId,
    prefix,
    name: key.name,
    scopes: key.scopes,
    environment: key.environment,
    status: 'ACTIVE',
    tags: key.tags ?? null,
    createdAt: key.now,
    createdBy: key.userId,
    expiresAt: key.expiresAt ?? null,
    signedInAt: null,
    lastUsedAt: null,
    rotatedAt: null,
    revokedAt: null,
    revokedBy: null,
  };
  await insertApiKey(tx, { ...row, hash });
  await recordEvent(tx, {
    resource: 'apiKey',
    resourceId: row.id,
    from: null,
    to: 'ACTIVE',
    now: key.now,
  });
  return { ...row, secret };
}
