import type { Queryable } from '../../../db/sql.ts';
import { recordOperatorAct } from '../../../engine/plain-writes/record-audit.ts';
import type { Id } from '../../../lib/id.ts';
import { changesBetween } from '../../../terms/changes.ts';
import { apiKeyNotFound } from '../get.ts';
import { type ApiKeyRow, findApiKey, lockApiKeys } from '../queries.ts';
import { revokeApiKey } from '../revoke.ts';
import { findKeyOwner } from './queries.ts';

/**
 * Revokes an API key or a browser session for the operator, permanently, with a line in the audit log of its party.
 * Returns the key, and whether it was not revoked before. Throws `api_key_not_found`. In the caller's transaction.
 */
export async function revokeApiKeyByOperator(
  tx: Queryable,
  { id, operator, because, now }: { id: Id<'apy'>; operator: string; because: string | undefined; now: Date },
): Promise<{ key: ApiKeyRow; isNew: boolean }> {
  const owner = await findKeyOwner(tx, id);
  if (!owner) throw apiKeyNotFound();
  const { partyId } = owner;
  await lockApiKeys(tx, { ...owner, ids: [id] });
  const before = await findApiKey(tx, { partyId, id, now });
  const key = await revokeApiKey(tx, partyId, id, { userId: null, now });
  if (!before || !key) throw apiKeyNotFound();
  const changes = changesBetween({ status: before.status }, { status: key.status });
  const act = { partyId, operator, because, now, targetId: id, changes };
  await recordOperatorAct(tx, { ...act, action: 'revoke key' });
  return { key, isNew: changes.length > 0 };
}
