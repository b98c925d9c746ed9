import { inTransaction } from '../../../db/tx.ts';
import type { Db } from '../../../db/pool.ts';
import { enqueueMails } from '../../../engine/plain-writes/enqueue-mail.ts';
import { recordAudit } from '../../../engine/plain-writes/record-audit.ts';
import type { Queryable } from '../../../db/sql.ts';
import { type Id, newId } from '../../../lib/id.ts';
import {
  adminsOf,
  deleteAttemptsBefore,
  deleteWaitingBefore,
  type DeliveredWebhook,
  disableWebhook,
  insertDeliveries,
  lockDelivered,
  type Settled,
  storeProgress,
  storeWaiting,
  type Waiting,
} from './queries.ts';
import { isDelivered, nextAttemptAt, reasonToDisable } from './schedule.ts';
import type { Outgoing, Sent, SentBatch } from './send.ts';
import type { Program } from '../../../context.ts';

/** What is stored of a batch. `dropped` waited, and is no event that the party may read. */
export type RecordedBatch = Pick<SentBatch, 'sent' | 'held'> & {
  dropped: readonly Settled[];
};

/**
 * Stores what became of a batch, and how far the webhook has come, in one transaction. If the server ends before, the
 * batch is sent again. Disables a webhook that has failed for too long, or whose receiver is gone, and tells the
 * administrators of its party; not if it was changed since it was read, as it may have another address now. Returns why it
 * was disabled, or null. Stores nothing if another server delivers the webhook by now.
 */
export function recordBatch(
  db: Db,
  server: string,
  webhook: DeliveredWebhook,
  { sent, held, dropped }: RecordedBatch,
  { sentTo, now }: { sentTo: string; now: Date },
): Promise<'FAILING' | 'GONE' | null> {
  const outcomes = sent.map((each) => {
    const isDone = isDelivered(each.answer);
    const attempt = each.attempts + 1;
    return { ...each, isDone, attempt, next: isDone ? null : nextAttemptAt(attempt, each.answer, now) };
  });
  const failed = outcomes.filter(({ isDone }) => !isDone);
  const isFailing = failed.length > 0 && failed.length === outcomes.length;
  const failingSince = isFailing
    ? (webhook.failingSince ?? now)
    : outcomes.length > 0
      ? null
      : webhook.failingSince;
  const settled = [...outcomes.filter(({ next }) => next === null).map(nameOf), ...dropped];
  const waits: Waiting[] = [
    ...failed.flatMap((each) =>
      each.next ? [{ ...nameOf(each), attempts: each.attempt, dueAt: each.next }] : [],
    ),
    ...held.map((each) => ({ ...nameOf(each), attempts: each.attempts, dueAt: null })),
  ];
  const answers = failed.map(({ answer }) => answer);
  const reason = failed.length > 0 ? reasonToDisable(answers, failingSince, now) : null;
  return inTransaction(db, async (tx) => {
    const current = await lockDelivered(tx, webhook.id);
    const isAsRead = current?.updatedAt.getTime() === webhook.updatedAt.getTime();
    const progress = { sentTo, isJudged: isAsRead, failingSince };
    if (!(await storeProgress(tx, { id: webhook.id, server, ...progress }))) return null;
    if (outcomes.length > 0) await insertDeliveries(tx, webhook, now, outcomes.map(deliveryOf));
    const wasWaiting = dropped.length > 0 || outcomes.some(({ isAgain }) => isAgain);
    if (waits.length > 0 || wasWaiting) await storeWaiting(tx, webhook.id, settled, waits, now);
    return reason && isAsRead && (await disable(tx, webhook.id, reason, now)) ? reason : null;
  });
}

function nameOf({ event, asked }: Outgoing): Settled {
  return { eventId: event.id, resourceId: event.resourceId, asked };
}

function deliveryOf(sent: Sent & { isDone: boolean; attempt: number; next: Date | null }) {
  const { event, answer, attempt, isDone } = sent;
  return {
    id: newId('dlv'),
    eventId: event.id,
    eventType: event.type,
    attempt,
    status: isDone ? ('DELIVERED' as const) : ('FAILED' as const),
    sentAt: sent.sentAt,
    durationMs: Math.round(sent.duration_ms),
    responseStatus: answer.status,
    responseBody: answer.body,
    error: answer.error,
    nextAttemptAt: sent.next,
  };
}

/** Disables a webhook and tells the administrators. Returns false if it is not enabled any more. */
async function disable(
  tx: Queryable,
  id: Id<'whk'>,
  reason: 'FAILING' | 'GONE',
  now: Date,
): Promise<boolean> {
  const disabled = await disableWebhook(tx, { id, reason, now });
  if (!disabled) return false;
  const { partyId } = disabled;
  const automatic = { actor: null, requestId: null, decision: 'accepted' } as const;
  await recordAudit(tx, { ...automatic, action: 'disable webhook', targetId: id, reason, at: now });
  const mail = { kind: 'webhookDisabled', resourceId: id, partyId, now } as const;
  await enqueueMails(
    tx,
    (await adminsOf(tx, partyId)).map((recipient) => Object.assign({ recipient }, mail)),
  );
  return true;
}

const kept_ms = 30 * 24 * 3_600_000;

/**
 * Deletes attempts to deliver that are older than 30 days, and what waits for webhooks that have been disabled for as
 * long. Returns how many.
 */
export async function deleteOldDeliveries({ db }: Pick<Program, 'db'>, now: Date): Promise<number> {
  const time = new Date(now.getTime() - kept_ms);
  return (await deleteAttemptsBefore(db, time)) + (await deleteWaitingBefore(db, time));
}
