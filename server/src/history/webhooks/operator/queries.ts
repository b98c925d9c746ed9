import { type Queryable, rows, statement } from '../../../db/sql.ts';
import type { Id } from '../../../lib/id.ts';
import { secrets, type SecretsRow } from '../queries.ts';

const sealed = statement<SecretsRow & { id: Id<'whk'> }>(
  'webhooks_lock_sealed',
  `SELECT id, ${secrets} FROM webhooks WHERE (secret_id <> $1 OR previous_secret_id <> $1) AND id > $2
   ORDER BY id LIMIT $3 FOR NO KEY UPDATE`,
);

/** Locks and returns up to `count` webhooks above an id with a secret that is encrypted under another one than this. */
export function lockSealedWebhooksAfter(
  tx: Queryable,
  secretId: string,
  after: string,
  limit: number,
): Promise<Array<SecretsRow & { id: Id<'whk'> }>> {
  return rows(tx, sealed, [secretId, after, limit]);
}

const reseal = statement(
  'webhooks_reseal',
  `UPDATE webhooks SET secret_id = $2, sealed_secret = $3, previous_secret_id = $4, sealed_previous_secret = $5
   WHERE id = $1`,
);

type Sealed<None = never> = { secretId: string | None; sealedSecret: Buffer | None };

/** Stores the secrets of a webhook that the transaction has locked, encrypted again. */
export async function updateSealedSecrets(
  tx: Queryable,
  id: Id<'whk'>,
  { secretId, sealedSecret }: Sealed,
  previous: Sealed<null>,
): Promise<void> {
  await rows(tx, reseal, [id, secretId, sealedSecret, previous.secretId, previous.sealedSecret]);
}
