import {
  type BoundedPage,
  boundedSearch,
  type Found,
  foundIn,
  searchRange,
} from '../../../db/bounded-search.ts';
import { many, type Queryable } from '../../../db/sql.ts';
import type { Id } from '../../../lib/id.ts';
import type { DeliveriesQuery } from '../schema.ts';

/** An attempt to deliver an event. */
export type DeliveryRow = {
  id: Id<'dlv'>;
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

type DeliveryPage = Omit<BoundedPage, 'partyId'> &
  Pick<DeliveriesQuery, 'status' | 'eventId'> & { webhookId: Id<'whk'> };

const scan = '2000'; // how many attempts a page reads at most
const deliveryColumns = `m.id, m.webhook_id, m.event_id, m.event_type, m.attempt, m.status, m.url, m.sent_at,
  m.duration_ms AS "durationMs", m.response_status, m.response_body, m.error, m.next_attempt_at, m.created_at`;
const search = { wanted: '($status?::text IS NULL OR x.status = $status)', columns: deliveryColumns };
const all = many<DeliveryRow & { scannedTo: string | null }, DeliveryPage>(
  'webhook_attempts',
  boundedSearch(
    [searchRange('* FROM webhook_deliveries', { webhook_id: '$webhookId::uuid' }, scan)],
    scan,
    search,
  ),
);
const keys = { webhook_id: '$webhookId::uuid', event_id: '$eventId::uuid' };
const ofEvent = many<DeliveryRow & { scannedTo: string | null }, DeliveryPage>(
  'webhook_attempts_of_event',
  boundedSearch([searchRange('* FROM webhook_deliveries', keys, scan)], scan, search),
);

/** Returns attempts of a webhook that the filters let pass, newest first: up to `count` among those it reads. */
export async function listDeliveriesBefore(
  db: Queryable,
  page: Omit<DeliveryPage, 'lowest'>,
): Promise<Found<DeliveryRow>> {
  const read = page.eventId === undefined ? all : ofEvent;
  return foundIn(await read(db, { ...page, lowest: '0'.repeat(32) }));
}
