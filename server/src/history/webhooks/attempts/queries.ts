import { boundedSearch, type Found, foundIn, searchRange } from '../../../db/bounded-search.ts';
import { type Queryable, rows, statement } from '../../../db/sql.ts';
import type { Id } from '../../../lib/id.ts';

/** An attempt to deliver an event. */
export type DeliveryRow = {
  id: Id<'whd'>;
  webhookId: Id<'whk'>;
  eventId: Id<'evt'>;
  eventType: string;
  attempt: number;
  status: 'DELIVERED' | 'FAILED';
  url: string;
  /** Real time, as the header says. */
  sentAt: Date;
  durationMs: number;
  responseStatus: number | null;
  responseBody: string | null;
  error: 'forbidden_address' | 'timeout' | 'network' | 'tls' | null;
  nextAttemptAt: Date | null;
  createdAt: Date;
};

const scan = '2000'; // how many attempts a page reads at most
const deliveryColumns = `m.id, m.webhook_id AS "webhookId", m.event_id AS "eventId", m.event_type AS "eventType", m.attempt,
  m.status, m.url, m.sent_at AS "sentAt", m.duration_ms AS "durationMs", m.response_status AS "responseStatus",
  m.response_body AS "responseBody", m.error, m.next_attempt_at AS "nextAttemptAt", m.created_at AS "createdAt"`;
const search = { wanted: '($5::text IS NULL OR x.status = $5)', columns: deliveryColumns };
const all = statement<DeliveryRow & { scannedTo: string | null }>(
  'webhook_attempts',
  boundedSearch([searchRange('* FROM webhook_deliveries', { webhook_id: '$1::uuid' }, scan)], scan, search),
);
const keys = { webhook_id: '$1::uuid', event_id: '$6::uuid' };
const ofEvent = statement<DeliveryRow & { scannedTo: string | null }>(
  'webhook_attempts_of_event',
  boundedSearch([searchRange('* FROM webhook_deliveries', keys, scan)], scan, search),
);

/** Returns attempts of a webhook that the filters let pass, newest first: up to `count` among those it reads. */
export async function listDeliveriesBefore(
  db: Queryable,
  id: Id<'whk'>,
  filters: { status: DeliveryRow['status'] | null; eventId: string | null },
  before: string,
  limit: number,
): Promise<Found<DeliveryRow>> {
  const values = [id, before, '0'.repeat(32), limit, filters.status];
  const { eventId } = filters;
  return foundIn(await (eventId === null ? rows(db, all, values) : rows(db, ofEvent, [...values, eventId])));
}
