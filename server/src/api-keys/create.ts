import type { Context } from '../context.ts';
import { inTransaction } from '../db/tx.ts';
import type { Queryable } from '../db/sql.ts';
import { refusalError } from '../engine/outcomes.ts';
import { PurserError } from '../errors.ts';
import type { Fault } from '../errors.ts';
import { recordEvent } from '../engine/record-event.ts';
import { newId } from '../lib/id.ts';
import type { Id } from '../lib/id.ts';
import { newKey } from '../lib/secret.ts';
import { insertApiKey, lockActiveApiKey } from './queries.ts';
import type { ApiKeyRow } from './queries.ts';
import type { CreateApiKeyAttributes } from './schema.ts';

/** A key with its secret, which exists only here and in the one answer that shows it. */
export type NewApiKey = ApiKeyRow & { secret: string };

/**
 * Makes a key of the caller's party, made by the caller's user. Throws `insufficient_scope` for scopes that the
 * caller's own key lacks, with each one's place; `unauthenticated` where that key was revoked meanwhile.
 */
export async function createApiKey(ctx: Context, attributes: CreateApiKeyAttributes): Promise<NewApiKey> {
  const { caller, now } = ctx;
  refuseForeignScopes(attributes.scopes, caller.scopes);
  return inTransaction(ctx.db, async (tx) => {
    if (!(await lockActiveApiKey(tx, caller.partyId, caller.credentialId))) {
      throw refusalError('credential_revoked');
    }
    const { environment } = ctx.config;
    return mintApiKey(tx, {
      ...attributes,
      partyId: caller.partyId,
      userId: caller.userId,
      environment,
      now,
    });
  });
}

/** Makes a key, in a transaction that has settled who may. */
export async function mintApiKey(
  tx: Queryable,
  key: {
    partyId: Id<'pty'>;
    userId: Id<'usr'>;
    name: string;
    scopes: readonly string[];
    environment: 'sandbox' | 'prod';
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
    createdAt: key.now,
    createdBy: key.userId,
    lastUsedAt: null,
    revokedAt: null,
    revokedBy: null,
  };
  await insertApiKey(tx, row, hash);
  await recordEvent(tx, {
    resource: 'apiKey',
    resourceId: row.id,
    from: null,
    to: 'ACTIVE',
    now: key.now,
  });
  return { ...row, secret };
}

function refuseForeignScopes(wanted: readonly string[], held: ReadonlySet<string>): void {
  const [first, ...others] = wanted.flatMap((scope, index): Fault[] =>
    held.has(scope)
      ? []
      : [
          {
            code: 'insufficient_scope',
            detail: 'A key cannot give a scope that it lacks itself.',
            source: { pointer: `/data/attributes/scopes/${index}` },
          },
        ],
  );
  if (first) throw new PurserError([first, ...others]);
}
