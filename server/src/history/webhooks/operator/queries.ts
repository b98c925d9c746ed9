import { many, type Queryable, rows, statement } from '../../../db/sql.ts';
import type { Id } from '../../../lib/id.ts';
import { secrets, type SecretsRow } from '../queries.ts';

/** Locks and returns up to `count` webhooks above an id with a secret that is encrypted under another one than this. */
export const lockSealedWebhooksAfter = many<
  SecretsRow & { id: Id<'whk'> },
  { secretId: string; after: string; limit: number }
>(
  'webhooks_lock_sealed',
  `SELECT id, ${secrets} FROM webhooks WHERE (secret_id <> $secretId OR previous_secret_id <> $secretId) AND id > $after
   ORDER BY id LIMIT $limit FOR NO KEY UPDATE`,
);

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
