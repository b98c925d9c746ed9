import { textArray, uuidArray } from '../../db/arrays.ts';
import { type FilterOf, rowFilters } from '../../db/filters.ts';
import { firstRow, type Queryable, rows, statement } from '../../db/sql.ts';
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
export const columns = `id, party_id AS "partyId", url, enabled_events AS "enabledEvents", description, tags, status,
  disabled_reason AS "disabledReason", created_at AS "createdAt", updated_at AS "updatedAt"`;
/** The columns of a SecretsRow. */
export const secrets = `secret_id AS "secretId", sealed_secret AS "sealedSecret", previous_secret_id AS "previousSecretId",
  sealed_previous_secret AS "sealedPreviousSecret", previous_expires_at AS "previousExpiresAt"`;

const insert = statement(
  'webhooks_insert',
  `WITH progress AS (
     INSERT INTO webhook_progress (webhook_id, sent_to) SELECT $1, complete_to FROM event_watermarks)
   INSERT INTO webhooks (id, party_id, url, enabled_events, description, tags, status, secret_id, sealed_secret, created_at,
     created_by, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, 'ENABLED', $7, $8, $9, $10, $9)`,
);

/** Stores a webhook. It gets what happens from now on. */
export async function insertWebhook(
  tx: Queryable,
  { id, partyId, url, enabledEvents, description, tags, createdAt }: WebhookRow,
  { secretId, sealedSecret }: Pick<SecretsRow, 'secretId' | 'sealedSecret'>,
  userId: Id<'usr'>,
): Promise<void> {
  const told = [id, partyId, url, textArray(enabledEvents), description, tags];
  await rows(tx, insert, [...told, secretId, sealedSecret, createdAt.toISOString(), userId]);
}

const count = statement<{ count: number }>(
  'webhooks_count',
  'SELECT count(*)::int AS count FROM webhooks WHERE party_id = $1 AND deleted_at IS NULL',
);

/** Returns how many webhooks the party has. */
export async function countWebhooks(tx: Queryable, partyId: Id<'pty'>): Promise<number> {
  return (await firstRow(tx, count, [partyId]))?.count ?? 0;
}

const ofParty = 'FROM webhooks WHERE party_id = $1 AND deleted_at IS NULL';
type WebhookFilter = Pick<WebhooksQuery, FilterOf<WebhooksQuery>>;
const filters = rowFilters<keyof WebhookFilter>(4, { status: ['text', (status) => `status = ${status}`] });

const list = statement<WebhookRow>(
  'webhooks_list',
  `SELECT ${columns} ${ofParty} AND id < $2 AND ${filters.wanted} ORDER BY id DESC LIMIT $3`,
);

/** Returns up to `limit` webhooks of the party that the filters let pass, below an id, newest first. */
export function listWebhooksBefore(
  db: Queryable,
  partyId: Id<'pty'>,
  query: WebhookFilter,
  before: string,
  limit: number,
): Promise<WebhookRow[]> {
  return rows(db, list, [partyId, before, limit, ...filters.values(query)]);
}

const find = statement<WebhookRow>('webhooks_find', `SELECT ${columns} ${ofParty} AND id = $2`);

/** Returns a webhook of the party, or null. */
export function findWebhook(db: Queryable, partyId: Id<'pty'>, id: Id<'whk'>): Promise<WebhookRow | null> {
  return firstRow(db, find, [partyId, id]);
}

const lock = statement<WebhookRow & SecretsRow>(
  'webhooks_lock',
  `SELECT ${columns}, ${secrets} ${ofParty} AND id = $2 FOR NO KEY UPDATE`,
);

/** Locks a webhook of the party. */
export function lockWebhook(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'whk'>,
): Promise<(WebhookRow & SecretsRow) | null> {
  return firstRow(tx, lock, [partyId, id]);
}

const update = statement(
  'webhooks_update',
  `UPDATE webhooks SET url = $3, enabled_events = $4, description = $5, tags = $6, status = $7, disabled_reason = $8,
     updated_at = $9
   WHERE party_id = $1 AND id = $2`,
);

/** Stores what can change of a webhook that the transaction has locked. */
export async function updateWebhookRow(
  tx: Queryable,
  partyId: Id<'pty'>,
  webhook: WebhookRow,
): Promise<void> {
  const { id, url, enabledEvents, description, tags, status, disabledReason, updatedAt } = webhook;
  const told = [url, textArray(enabledEvents), description, tags, status, disabledReason];
  await rows(tx, update, [partyId, id, ...told, updatedAt.toISOString()]);
}

const restart = statement(
  'webhooks_restart',
  `UPDATE webhook_progress SET sent_to = (SELECT complete_to FROM event_watermarks), failing_since = NULL
   WHERE webhook_id = $1`,
);

/** Lets a webhook that was disabled go on with what happens from now on. */
export async function restartProgress(tx: Queryable, id: Id<'whk'>): Promise<void> {
  await rows(tx, restart, [id]);
}

const clear = statement(
  'webhooks_clear_failures',
  'UPDATE webhook_progress SET failing_since = NULL WHERE webhook_id = $1',
);

/** Clears the failures of a webhook that the transaction has locked. */
export async function clearFailures(tx: Queryable, id: Id<'whk'>): Promise<void> {
  await rows(tx, clear, [id]);
}

const setSecrets = statement(
  'webhooks_set_secrets',
  `UPDATE webhooks SET secret_id = $3, sealed_secret = $4, previous_secret_id = $5, sealed_previous_secret = $6,
     previous_expires_at = $7, updated_at = $8
   WHERE party_id = $1 AND id = $2`,
);

/** Stores the secrets of a webhook that the transaction has locked. */
export async function updateSecrets(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'whk'>,
  row: SecretsRow,
  now: Date,
): Promise<void> {
  const previous = [
    row.previousSecretId,
    row.sealedPreviousSecret,
    row.previousExpiresAt?.toISOString() ?? null,
  ];
  await rows(tx, setSecrets, [partyId, id, row.secretId, row.sealedSecret, ...previous, now.toISOString()]);
}

const remove = statement(
  'webhooks_delete',
  `WITH waiting AS (DELETE FROM webhook_retries WHERE webhook_id = $2),
     progress AS (DELETE FROM webhook_progress WHERE webhook_id = $2)
   UPDATE webhooks SET status = 'DISABLED', deleted_at = $3, updated_at = $3 WHERE party_id = $1 AND id = $2`,
);

/** Deletes a webhook that the transaction has locked, with all that waits. Its deliveries stay, unseen. */
export async function deleteWebhook(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'whk'>,
  now: Date,
): Promise<void> {
  await rows(tx, remove, [partyId, id, now.toISOString()]);
}

const retry = statement<{ id: string }>(
  'webhooks_redeliver',
  `INSERT INTO webhook_retries AS r (webhook_id, event_id, resource_id, test_body, due_at, asked)
   SELECT $1, n.event_id, n.resource_id, $4, $5, 1 FROM unnest($2::uuid[], $3::uuid[]) AS n (event_id, resource_id)
   ORDER BY n.event_id
   ON CONFLICT (webhook_id, event_id) DO UPDATE SET due_at = excluded.due_at, attempts = 0, asked = r.asked + 1
   RETURNING event_id AS id`,
);

/** Has events delivered now, whether or not they were before or are on their way; or the test event of a body. Returns how many. */
export async function redeliverNow(
  tx: Queryable,
  id: Id<'whk'>,
  events: ReadonlyArray<{ id: string; resourceId: string }>,
  { testBody, now }: { testBody: string | null; now: Date },
): Promise<number> {
  const ids = [uuidArray(events.map((each) => each.id)), uuidArray(events.map((each) => each.resourceId))];
  return (await rows(tx, retry, [id, ...ids, testBody, now.toISOString()])).length;
}

const forMail = statement<{ url: string; disabledReason: 'FAILING' | 'GONE'; partyName: string }>(
  'webhooks_for_mail',
  `SELECT w.url, w.disabled_reason AS "disabledReason", p.name AS "partyName"
   FROM webhooks w JOIN parties p ON p.id = w.party_id
   WHERE w.id = $1 AND w.disabled_reason IS NOT NULL AND w.deleted_at IS NULL`,
);

/** Returns what the mail about a disabled webhook says; null if it is not disabled any more. */
export function findForMail(
  db: Queryable,
  id: string,
): Promise<{ url: string; disabledReason: 'FAILING' | 'GONE'; partyName: string } | null> {
  return firstRow(db, forMail, [id]);
}
