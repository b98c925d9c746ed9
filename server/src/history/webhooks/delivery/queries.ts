import { type Columns, columnsOf } from '../../../db/arrays.ts';
import { column, hits, many, one, type Queryable, run } from '../../../db/sql.ts';
import type { Id } from '../../../lib/id.ts';
import { columns, secrets, type SecretsRow, type WebhookRow } from '../queries.ts';
import type { DeliveryRow } from '../attempts/queries.ts';

/**
 * A webhook as its deliveries need it, and up to where all events were committed when it was like this. So what it is
 * enabled for later gets no event from before, and loses none from then on.
 */
export type DeliveredWebhook = WebhookRow &
  SecretsRow & { sentTo: string; failingSince: Date | null; completeTo: string };

/** Returns a webhook that this server delivers; null if it does not any more. */
export const loadWebhook = one<DeliveredWebhook, [id: Id<'whk'>, server: string]>(
  'webhook_delivery_load',
  `SELECT ${columns}, ${secrets}, p.sent_to, p.failing_since,
     (SELECT complete_to FROM event_watermarks) AS complete_to
   FROM webhook_progress p JOIN webhooks w ON w.id = p.webhook_id AND w.status = 'ENABLED'
   WHERE p.webhook_id = $1 AND p.claimed_by = $2 AND p.claimed_until > clock_timestamp()`,
);

/**
 * An event that is to be sent again, or that waits behind one of its resource that is. `asked` is how often somebody asked
 * for it; `testBody` is what it says if it is a test event.
 */
export type RetryRow = {
  eventId: Id<'evt'>;
  resourceId: string;
  attempts: number;
  asked: number;
  testBody: string | null;
};

/** Returns what is to be sent to a webhook again and waits for no earlier event, what has been due longest first. */
export const listDueRetries = many<RetryRow, { id: Id<'whk'>; now: Date; count: number }>(
  'webhook_delivery_due',
  `SELECT event_id, resource_id, attempts, asked, test_body
   FROM webhook_retries r WHERE webhook_id = $id AND due_at <= $now
     AND NOT EXISTS (SELECT FROM webhook_retries e WHERE e.webhook_id = r.webhook_id AND e.resource_id = r.resource_id
       AND e.event_id < r.event_id AND (e.due_at > $now OR e.due_at IS NULL))
   ORDER BY due_at, event_id LIMIT $count`,
);

const waiting = column<string, [id: Id<'whk'>, resourceIds: readonly string[]]>(
  'webhook_delivery_waiting',
  `SELECT DISTINCT n.id AS resource_id FROM unnest($2::uuid[]) AS n (id)
   WHERE EXISTS (SELECT FROM webhook_retries r WHERE r.webhook_id = $1 AND r.resource_id = n.id)`,
);

/** Returns those of the resources that have an event which waits for another attempt. */
export async function waitingResources(
  db: Queryable,
  id: Id<'whk'>,
  resourceIds: readonly string[],
): Promise<Set<string>> {
  return new Set(await waiting(db, id, resourceIds));
}

/** Locks a webhook, before anything else of it, as its changes and its deletion do. Returns when it was last changed. */
export const lockDelivered = one<{ updatedAt: Date }, [id: Id<'whk'>]>(
  'webhook_delivery_lock',
  'SELECT updated_at FROM webhooks WHERE id = $1 FOR NO KEY UPDATE',
);

/** How far a webhook has come. Whether it fails, and since when, is known only if `isJudged`. */
export type Progress = { sentTo: string; isJudged: boolean; failingSince: Date | null };

/** Stores how far a webhook has come. Returns false if this server does not deliver it any more. */
export const storeProgress = hits<{ id: Id<'whk'>; server: string } & Progress>(
  'webhook_delivery_progress',
  `UPDATE webhook_progress SET sent_to = greatest(sent_to, $sentTo),
     failing_since = CASE WHEN $isJudged THEN $failingSince ELSE failing_since END
   WHERE webhook_id = $id AND claimed_by = $server`,
);

/** An attempt to deliver to a webhook that is known. */
export type Attempt = Omit<DeliveryRow, 'webhookId' | 'url' | 'createdAt'>;
const attemptColumns = [
  'id',
  'eventId',
  'eventType',
  'attempt',
  'status',
  'sentAt',
  'durationMs',
  'responseStatus',
  'responseBody',
  'error',
  'nextAttemptAt',
] as const;

const insert = run<Columns<Attempt> & { webhookId: Id<'whk'>; url: string; now: Date }>(
  'webhook_delivery_insert',
  `INSERT INTO webhook_deliveries (webhook_id, created_at, url, id, event_id, event_type, attempt, status, sent_at,
     duration_ms, response_status, response_body, error, next_attempt_at)
   SELECT $webhookId, $now, $url, * FROM unnest($id::uuid[], $eventId::uuid[], $eventType::text[], $attempt::integer[],
     $status::text[], $sentAt::timestamptz[], $durationMs::integer[], $responseStatus::integer[], $responseBody::text[],
     $error::text[], $nextAttemptAt::timestamptz[])`,
);

export async function insertDeliveries(
  tx: Queryable,
  { id: webhookId, url }: Pick<WebhookRow, 'id' | 'url'>,
  now: Date,
  made: readonly Attempt[],
): Promise<void> {
  await insert(tx, { webhookId, url, now, ...columnsOf(made, attemptColumns) });
}

/** What became of an event that was sent or held back. `asked` is how often it had been asked for then. */
export type Settled = { eventId: string; resourceId: string; asked: number };

/** An event that waits: until a time, or behind another one if that is null. */
export type Waiting = Settled & { attempts: number; dueAt: Date | null };

// What was asked for meanwhile stays as it is: it is due.
const settle = run<{ id: Id<'whk'> } & Columns<Pick<Settled, 'eventId' | 'asked'>>>(
  'webhook_delivery_settle',
  `DELETE FROM webhook_retries r USING unnest($eventId::uuid[], $asked::integer[]) AS n (event_id, asked)
   WHERE r.webhook_id = $id AND r.event_id = n.event_id AND r.asked = n.asked`,
);
const wait = run<{ id: Id<'whk'> } & Columns<Waiting>>(
  'webhook_delivery_wait',
  `INSERT INTO webhook_retries AS r (webhook_id, event_id, resource_id, asked, attempts, due_at)
   SELECT $id, n.* FROM unnest($eventId::uuid[], $resourceId::uuid[], $asked::integer[], $attempts::integer[],
     $dueAt::timestamptz[]) AS n
   ON CONFLICT (webhook_id, event_id) DO UPDATE SET attempts = excluded.attempts, due_at = excluded.due_at
   WHERE r.asked = excluded.asked`,
);
// The first event that is left of each resource goes next.
const promote = run<{ id: Id<'whk'>; now: Date } & Columns<Pick<Settled, 'resourceId'>>>(
  'webhook_delivery_promote',
  `UPDATE webhook_retries r SET due_at = $now FROM (
     SELECT DISTINCT ON (resource_id) event_id FROM webhook_retries
     WHERE webhook_id = $id AND resource_id = ANY ($resourceId::uuid[]) ORDER BY resource_id, event_id) n
   WHERE r.webhook_id = $id AND r.event_id = n.event_id AND r.due_at IS NULL`,
);

/** Removes what no longer waits, stores what does, and lets the next event of each settled resource go. */
export async function storeWaiting(
  tx: Queryable,
  id: Id<'whk'>,
  settled: readonly Settled[],
  waits: readonly Waiting[],
  now: Date,
): Promise<void> {
  if (waits.length > 0)
    await wait(tx, { id, ...columnsOf(waits, ['eventId', 'resourceId', 'asked', 'attempts', 'dueAt']) });
  if (settled.length === 0) return;
  const ended = { id, now, ...columnsOf(settled, ['eventId', 'resourceId', 'asked']) };
  await settle(tx, ended);
  await promote(tx, ended);
}

/** Disables a webhook. Returns its party; null if it is not enabled any more. */
export const disableWebhook = one<
  { partyId: Id<'pty'> },
  { id: Id<'whk'>; reason: 'FAILING' | 'GONE'; now: Date }
>(
  'webhook_delivery_disable',
  `UPDATE webhooks SET status = 'DISABLED', disabled_reason = $reason, updated_at = $now WHERE id = $id
   AND status = 'ENABLED'
   RETURNING party_id`,
);

/** Returns the addresses of the administrators of a party. */
export const adminsOf = column<string, [partyId: Id<'pty'>]>(
  'webhook_delivery_admins',
  `SELECT u.email FROM members m JOIN users u ON u.id = m.user_id
   WHERE m.party_id = $1 AND m.role IN ('OWNER', 'ADMIN') AND u.email IS NOT NULL ORDER BY m.user_id LIMIT 20`,
);

/** Deletes some attempts from before a time, and returns how many. */
export const deleteAttemptsBefore = run<[time: Date]>(
  'webhook_delivery_delete_attempts',
  `DELETE FROM webhook_deliveries WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM webhook_deliveries WHERE created_at < $1 LIMIT 5000))`,
);

/** Deletes some of what waits for webhooks that have been disabled and unchanged since a time, and returns how many. */
export const deleteWaitingBefore = run<[time: Date]>(
  'webhook_delivery_delete_waiting',
  `DELETE FROM webhook_retries WHERE ctid = ANY (ARRAY(
     SELECT r.ctid FROM webhooks w JOIN webhook_retries r ON r.webhook_id = w.id
     WHERE w.status = 'DISABLED' AND w.updated_at < $1 LIMIT 5000))`,
);
