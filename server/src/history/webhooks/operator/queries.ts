import { many, run } from '../../../db/sql.ts';
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

/** Stores the secrets of a webhook that the transaction has locked, encrypted again. */
export const updateSealedSecrets = run<Omit<SecretsRow, 'previousExpiresAt'> & { id: Id<'whk'> }>(
  'webhooks_reseal',
  `UPDATE webhooks SET secret_id = $secretId, sealed_secret = $sealedSecret, previous_secret_id = $previousSecretId,
     sealed_previous_secret = $sealedPreviousSecret
   WHERE id = $id`,
);
