import { type Columns, columnsOf } from '../../db/arrays.ts';
import { type FilterOf, type ListPage, rowFilters } from '../../db/filters.ts';
import { count, many, one, type Queryable, run } from '../../db/sql.ts';
import type { Tags } from '../../engine/model/records.ts';
import type { Id } from '../../lib/id.ts';
import type { WebhooksQuery } from './schema.ts';

export type WebhookRow = {
  id: Id<'whk'>;
  partyId: Id<'pty'>;
  url: string;
  enabledEvents: string[];
  description: string | null;
  tags: Tags | null;
  status: 'ENABLED' | 'DISABLED';
  disabledReason: 'FAILING' | 'GONE' | null;
  createdAt: Date;
  createdBy: Id<'usr'>;
  updatedAt: Date;
};

/** The secrets of a webhook, encrypted: that which signs, and the one before it, until its time. */
export type SecretsRow = {
  secretId: string;
  sealedSecret: Buffer;
  previousSecretId: string | null;
  sealedPreviousSecret: Buffer | null;
  previousExpiresAt: Date | null;
};

/** The columns of a WebhookRow. */
export const columns = `id, party_id, url, enabled_events, description, tags, status,
  disabled_reason, created_at, created_by, updated_at`;
/** The columns of a SecretsRow. */
export const secrets = `secret_id, sealed_secret, previous_secret_id, sealed_previous_secret, previous_expires_at`;

/** Stores a webhook. It gets what happens from now on. */
export const insertWebhook = run<WebhookRow & Pick<SecretsRow, 'secretId' | 'sealedSecret'>>(
  'webhooks_insert',
  `WITH progress AS (
     INSERT INTO webhook_progress (webhook_id, sent_to) SELECT $id, complete_to FROM event_watermarks)
   INSERT INTO webhooks (id, party_id, url, enabled_events, description, tags, status, secret_id, sealed_secret,
     created_at,
     created_by, updated_at)
   VALUES ($id, $partyId, $url, $enabledEvents::text[], $description, $tags, 'ENABLED', $secretId, $sealedSecret,
     $createdAt, $createdBy, $createdAt)`,
);

/** Returns how many webhooks the party has. */
export const countWebhooks = count<[partyId: Id<'pty'>]>(
  'webhooks_count',
  'SELECT count(*)::int AS count FROM webhooks WHERE party_id = $1 AND deleted_at IS NULL',
);

const ofParty = 'FROM webhooks WHERE party_id = $1 AND deleted_at IS NULL';
type WebhookFilter = Pick<WebhooksQuery, FilterOf<WebhooksQuery>>;
const filters = rowFilters<keyof WebhookFilter>({ status: ['text', (status) => `status = ${status}`] });

/** Returns a page of the webhooks of the party that the filters let pass, newest first. */
export const listWebhooksBefore = many<WebhookRow, ListPage & WebhookFilter>(
  'webhooks_list',
  `SELECT ${columns} FROM webhooks WHERE party_id = $partyId AND deleted_at IS NULL AND id < $before AND ${filters}
   ORDER BY id DESC LIMIT $count`,
);

export const findWebhook = one<WebhookRow, [partyId: Id<'pty'>, id: Id<'whk'>]>(
  'webhooks_find',
  `SELECT ${columns} ${ofParty} AND id = $2`,
);

export const lockWebhook = one<WebhookRow & SecretsRow, [partyId: Id<'pty'>, id: Id<'whk'>]>(
  'webhooks_lock',
  `SELECT ${columns}, ${secrets} ${ofParty} AND id = $2 FOR NO KEY UPDATE`,
);

/** Stores what can change of a webhook that the transaction has locked. */
export const updateWebhookRow = run<WebhookRow>(
  'webhooks_update',
  `UPDATE webhooks SET url = $url, enabled_events = $enabledEvents::text[], description = $description, tags = $tags,
     status = $status, disabled_reason = $disabledReason,
     updated_at = $updatedAt
   WHERE party_id = $partyId AND id = $id`,
);

/** Lets a webhook that was disabled go on with what happens from now on. */
export const restartProgress = run<[id: Id<'whk'>]>(
  'webhooks_restart',
  `UPDATE webhook_progress SET sent_to = (SELECT complete_to FROM event_watermarks), failing_since = NULL
   WHERE webhook_id = $1`,
);

/** Clears the failures of a webhook that the transaction has locked. */
export const clearFailures = run<[id: Id<'whk'>]>(
  'webhooks_clear_failures',
  'UPDATE webhook_progress SET failing_since = NULL WHERE webhook_id = $1',
);

/** Stores the secrets of a webhook that the transaction has locked. */
export const updateSecrets = run<SecretsRow & { partyId: Id<'pty'>; id: Id<'whk'>; now: Date }>(
  'webhooks_set_secrets',
  `UPDATE webhooks SET secret_id = $secretId, sealed_secret = $sealedSecret, previous_secret_id = $previousSecretId,
     sealed_previous_secret = $sealedPreviousSecret,
     previous_expires_at = $previousExpiresAt, updated_at = $now
   WHERE party_id = $partyId AND id = $id`,
);

/** Deletes a webhook that the transaction has locked, with all that waits. Its deliveries stay, unseen. */
export const deleteWebhook = run<{ partyId: Id<'pty'>; id: Id<'whk'>; now: Date }>(
  'webhooks_delete',
  `WITH waiting AS (DELETE FROM webhook_retries WHERE webhook_id = $id),
     progress AS (DELETE FROM webhook_progress WHERE webhook_id = $id)
   UPDATE webhooks SET status = 'DISABLED', deleted_at = $now, updated_at = $now WHERE party_id = $partyId AND id = $id`,
);

type Redelivered = { id: string; resourceId: string };

const retry = run<{ webhookId: Id<'whk'>; testBody: string | null; now: Date } & Columns<Redelivered>>(
  'webhooks_redeliver',
  `INSERT INTO webhook_retries AS r (webhook_id, event_id, resource_id, test_body, due_at, asked)
   SELECT $webhookId, n.event_id, n.resource_id, $testBody, $now, 1 FROM unnest($id::uuid[], $resourceId::uuid[]) AS n (event_id, resource_id)
   ORDER BY n.event_id
   ON CONFLICT (webhook_id, event_id) DO UPDATE SET due_at = excluded.due_at, attempts = 0, asked = r.asked + 1`,
);

/** Has events delivered now, whether or not they were before or are on their way; or the test event of a body. Returns how many. */
export function redeliverNow(
  tx: Queryable,
  webhookId: Id<'whk'>,
  events: readonly Redelivered[],
  { testBody, now }: { testBody: string | null; now: Date },
): Promise<number> {
  return retry(tx, { webhookId, testBody, now, ...columnsOf(events, ['id', 'resourceId']) });
}

/** Returns what the mail about a disabled webhook says; null if it is not disabled any more. */
export const findForMail = one<
  { url: string; disabledReason: 'FAILING' | 'GONE'; partyName: string },
  [id: string]
>(
  'webhooks_for_mail',
  `SELECT w.url, w.disabled_reason, p.name AS party_name
   FROM webhooks w JOIN parties p ON p.id = w.party_id
   WHERE w.id = $1 AND w.disabled_reason IS NOT NULL AND w.deleted_at IS NULL`,
);
