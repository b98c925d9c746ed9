import {
  type BoundedPage,
  boundedSearch,
  type Found,
  foundIn,
  searchRange,
} from '../../db/bounded-search.ts';
import { column, hits, many, one, type Queryable } from '../../db/sql.ts';
import { seenBy } from '../../engine/model/viewers.ts';
import { evenId, type Id, oddId } from '../../lib/id.ts';
import type { EventsQuery } from './schema.ts';

/** What happened to which resource, as it concerns one party. */
export type EventHeading = {
  id: Id<'evt'>;
  /** See `names.ts`. */
  kind: string;
  resourceId: string;
  createdAt: Date;
};

/** An event as it concerns one party. */
export type EventRow = EventHeading & {
  /** What the resource was, as JSON; null if that is derived from a payment that completed at once. */
  snapshot: string | null;
};

// An event is stored, with an entry for each party that may read it. Or two are derived from the row of a payment that
// completed at once and names its request: under its own id, which is even, and the odd one behind it. A range takes all
// payments of its index, whether they are events or not, so that it reads no more than it returns.
const stored =
  'id, kind AS own_kind, resource_id, created_at, false AS derived, true AS may_be, false AS of_request FROM event_parties';
const derivedIf = (condition: string): string =>
  `id, NULL AS own_kind, id AS resource_id, created_at, true AS derived,
     accepted_at IS NOT NULL AND NOT reviewed AND request_id IS NOT NULL AND ${condition} AS may_be,
     payment_request_id IS NOT NULL AS of_request FROM payments`;
const derived = derivedIf('true');
/** Where events are: index ranges. `indexed` is the condition of the index: it leaves out no event. */
type Source = { keys: Readonly<Record<string, string>>; from: string; indexed: string };
const party = '$partyId::uuid';
const ofParty: readonly Source[] = [
  { keys: { party_id: party }, from: stored, indexed: '' },
  { keys: { payer_party_id: party }, from: derived, indexed: '' },
  { keys: { payee_party_id: party }, from: derived, indexed: 'AND accepted_at IS NOT NULL' },
  {
    keys: { initiator_party_id: party },
    from: derivedIf('payee_party_id IS DISTINCT FROM $partyId::uuid'),
    indexed: 'AND initiator_party_id <> payer_party_id',
  },
];
/** Where those of an agent that reads its own only are, as they concern the party. */
const ofAgent: readonly Source[] = [
  { keys: { party_id: party, agent_id: '$own::uuid' }, from: stored, indexed: 'AND agent_id IS NOT NULL' },
  {
    keys: { agent_id: '$own::uuid' },
    from: derivedIf(seenBy(party, 'payments')),
    indexed: 'AND agent_id IS NOT NULL',
  },
];
// Without payments that waited for the deposit that brought their money. Not EXISTS: a plan could turn that into a join,
// and read more than the page needs.
const isEvent = (row: string): string =>
  `${row}.may_be AND (NOT ${row}.derived OR
     (SELECT kind = 'payment' FROM movements WHERE transaction_id = ${row}.id AND step = 1)
     AND (NOT ${row}.of_request OR (SELECT t.id FROM transfers t WHERE t.payment_id = ${row}.id) IS NULL))`;
const derivedKinds = ['payment//PROCESSING/', 'payment/PROCESSING/COMPLETED/'];
const [firstKind, secondKind] = derivedKinds.map((kind) => `'${kind}'`);
const kindOf = (row: string, isSecond: string): string =>
  `CASE WHEN NOT ${row}.derived THEN ${row}.own_kind WHEN ${isSecond} THEN ${secondKind} ELSE ${firstKind} END`;
const each = {
  join: 'JOIN (VALUES (false), (true)) s (is_second) ON x.derived OR NOT s.is_second',
  columns: `x.*, s.is_second, ${kindOf('x', 's.is_second')} AS kind`,
  rank: 'is_second',
};
const snapshot =
  '(SELECT l.snapshot::text FROM event_lines l WHERE l.id = m.id AND NOT m.derived) AS snapshot';
const id = 'CASE WHEN m.is_second THEN second_event_id(m.id) ELSE m.id END AS id';
const heading = `${id}, m.kind, m.resource_id, m.created_at`;
const columns = `${heading}, ${snapshot}`;

/** Which events are wanted: those of these kinds, and of one resource and between two times if these are given. */
export type EventFilters = { kinds: readonly string[] } & Pick<
  EventsQuery,
  'resourceId' | 'createdAfter' | 'createdBefore'
>;

const scan = '2000'; // how many rows of each range a page reads at most
const hasDerived = `AND $kinds::text[] && ARRAY[${firstKind}, ${secondKind}]`; // decided before the first row is read
type Own = { own: Id<'agt'> | null };

// Of a pair that a page ends within, the first is left: `$beforePair` is its id.
const listOf = (name: string, sources: readonly Source[]) =>
  many<EventRow & { scannedTo: string | null }, BoundedPage & EventFilters & Own & { beforePair: string }>(
    name,
    boundedSearch(
      sources.map(({ keys, from, indexed }) => {
        const condition = from === stored ? indexed : `${indexed} ${hasDerived}`;
        return searchRange(from, keys, scan, condition);
      }),
      scan,
      {
        wanted: `${kindOf('x', 's.is_second')} = ANY ($kinds::text[])
          AND (NOT s.is_second OR x.id <> $beforePair::uuid) AND ($resourceId?::uuid IS NULL OR x.resource_id = $resourceId)
          AND ($createdAfter?::timestamptz IS NULL OR x.created_at >= $createdAfter)
          AND ($createdBefore?::timestamptz IS NULL OR x.created_at < $createdBefore)
          AND ${isEvent('x')}`,
        columns,
        each,
      },
    ),
  );
const list = listOf('events_list', ofParty);
const ownList = listOf('events_list_own', ofAgent);

/** Returns the events that the filters let pass, newest first: up to `count` among those it reads. */
export async function listEventsBefore(
  db: Queryable,
  query: BoundedPage & EventFilters & Own,
): Promise<Found<EventRow>> {
  const beforePair = evenId(query.before);
  return foundIn(await (query.own ? ownList : list)(db, { ...query, beforePair }));
}

const nextRange = ({ keys, from, indexed }: Source): string => {
  const [names, values] = [Object.keys(keys).join(', '), Object.values(keys).join(', ')];
  return `SELECT ${from} WHERE (${names}, id) >= (${values}, $after::uuid) AND (${names}, id) <= (${values}, $to::uuid) ${indexed}
     ORDER BY ${names}, id LIMIT $count`;
};
// Behind the first of a pair comes the second.
const nextOnes = (shown: string, sources: readonly Source[]): string =>
  boundedSearch(sources.map(nextRange), '$count', {
    wanted: `(s.is_second OR x.id > $after::uuid) AND ${isEvent('x')}`,
    columns: shown,
    each,
    order: 'ASC',
  });
const nextOf = (name: string, sources: readonly Source[]) =>
  many<EventRow & { scannedTo: string | null }, EventRange>(name, nextOnes(columns, sources));
const next = nextOf('events_next', ofParty);
const ownNext = nextOf('events_next_own', ofAgent);
const nextHeadings = many<EventHeading & { scannedTo: string | null }, EventRange>(
  'events_next_headings',
  nextOnes(heading, ofParty),
);

/** A part of a party's events, or of an agent's: after an id and up to another, odd one, the first `count` of them. */
export type EventRange = Own & { partyId: Id<'pty'>; after: string; to: string; count: number };

/** Such a part, oldest first, and the id up to which there are no others; `isLast` if that is the end of the range. */
export type EventPart<Row> = { found: Row[]; readTo: string; isLast: boolean };

/**
 * Returns such a part. It reads up to `count` entries and payments, and not all payments are events: so it can have fewer
 * events, even none, although more follow.
 */
export async function listEventsAfter(db: Queryable, range: EventRange): Promise<EventPart<EventRow>> {
  return partOf(range, await (range.own ? ownNext : next)(db, range));
}

/** Returns such a part of a party's events without what the resources were. */
export async function listHeadingsAfter(
  db: Queryable,
  range: EventRange & { own: null },
): Promise<EventPart<EventHeading>> {
  return partOf(range, await nextHeadings(db, range));
}

function partOf<Row extends EventHeading>(
  { to, count }: EventRange,
  part: ReadonlyArray<Row & { scannedTo: string | null }>,
): EventPart<Row> {
  const { rows: found, scannedTo } = foundIn<Row>(part);
  const end = found.length < count ? scannedTo && oddId(scannedTo) : (found.at(-1)?.id ?? null);
  return { found, readTo: end ?? to, isLast: end === null };
}

const byIds = (name: string, whose: string) =>
  many<EventRow, Own & { partyId: Id<'pty'>; ids: readonly string[]; pairs: readonly string[] }>(
    name,
    `SELECT ${columns} FROM unnest($ids::uuid[], $pairs::uuid[]) AS n (id, pair) CROSS JOIN LATERAL (
       SELECT x.*, n.id <> n.pair AS is_second, ${kindOf('x', 'n.id <> n.pair')} AS kind FROM (
         SELECT ${stored} WHERE party_id = $partyId AND id = n.id ${whose} UNION ALL
         SELECT ${derived} WHERE id = n.pair ${whose}
           AND $partyId::uuid IN (payer_party_id, payee_party_id, initiator_party_id)) x) m
     WHERE m.id <= (SELECT complete_to FROM event_watermarks) AND ${isEvent('m')} ORDER BY m.id, m.is_second`,
  );
const found = byIds('events_by_ids', '');
const ownFound = byIds('events_by_ids_own', 'AND agent_id = $own');

/** Returns what a reader may read of these events, oldest first, up to the id below which all events are complete. */
export function findEvents(
  db: Queryable,
  { partyId, own }: Own & { partyId: Id<'pty'> },
  ids: readonly string[],
): Promise<EventRow[]> {
  return (own ? ownFound : found)(db, { partyId, own, ids, pairs: ids.map(evenId) });
}

/** Up to which odd id all events are committed, and up to which one this is being waited for. */
export type Watermark = { completeTo: string; announcedTo: string };

const watermark = one<Watermark>(
  'events_watermark',
  'SELECT complete_to, announced_to FROM event_watermarks',
);

export async function readWatermark(db: Queryable): Promise<Watermark> {
  return (await watermark(db)) ?? { completeTo: '', announcedTo: '' };
}

/** Returns the id up to which all events are committed. */
export async function readCompleteTo(db: Queryable): Promise<string> {
  return (await readWatermark(db)).completeTo;
}

/** A transaction of any database of the PostgreSQL: its session, or its name if it is prepared, and its age if known. */
export type OpenTransaction = {
  sessionPid: number | null;
  prepared: string | null;
  openFor_s: number | null;
};

/** Returns the oldest transaction that writes, or null. */
export const findOldestTransaction = one<OpenTransaction>(
  'events_oldest_transaction',
  `SELECT pid AS session_pid, prepared, extract(epoch FROM clock_timestamp() - begun)::float8 AS open_for_s FROM (
     SELECT pid, NULL AS prepared, xact_start AS begun, backend_xid AS xid FROM pg_stat_activity
     WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid()
     UNION ALL SELECT NULL, gid, prepared, transaction FROM pg_prepared_xacts) t
   ORDER BY age(xid) DESC LIMIT 1`,
);

// One step at a time, and only from the state that this statement's snapshot shows: a barrier that was read before the
// announcement was committed would be too low.
/**
 * Takes a step towards a higher watermark: announces the newest event, but none from `limit` on; then notes which
 * transactions may not have seen that; then, when they have ended, calls it complete. (The numbers of transactions begin
 * again when a database is restored elsewhere.) Returns whether there was a step to take.
 */
export const advanceWatermark = hits<[limit: string]>(
  'events_advance_watermark',
  `WITH seen AS (SELECT * FROM event_watermarks),
     newest AS (
     SELECT second_event_id(least($1::uuid, greatest((SELECT id FROM payments ORDER BY id DESC LIMIT 1),
       (SELECT id FROM event_lines ORDER BY id DESC LIMIT 1)))) AS id),
     ended AS (
       SELECT pg_snapshot_xmin(now) AS oldest, pg_snapshot_xmax(now) AS next FROM pg_current_snapshot() now)
   UPDATE event_watermarks w SET
     complete_to = CASE WHEN w.barrier IS NULL THEN w.complete_to ELSE w.announced_to END,
     announced_to = CASE WHEN w.barrier IS NULL AND w.announced_to > w.complete_to THEN w.announced_to
       ELSE greatest(w.announced_to, newest.id) END,
     barrier = CASE WHEN w.barrier IS NULL AND w.announced_to > w.complete_to THEN ended.next END
   FROM seen, newest, ended
   WHERE w.announced_to = seen.announced_to AND w.complete_to = seen.complete_to
     AND w.barrier IS NOT DISTINCT FROM seen.barrier
     AND CASE WHEN w.barrier IS NOT NULL THEN ended.oldest >= w.barrier OR ended.next < w.barrier
       ELSE w.announced_to > w.complete_to OR newest.id > w.announced_to END
   RETURNING w.complete_to`,
);

// Payments that are no events may be among what is found, and one of which the first event was read: whoever asks reads
// them all anyway. The order makes the plan use the index of the party: for EXISTS alone it reads the table, because it takes many rows to be found.
const newsIn = (table: string, party: string, also = ''): string =>
  `(SELECT true FROM ${table} t WHERE (t.${party}, t.id) ${table === 'payments' ? '>=' : '>'} (n.party_id, n.after) AND (t.${party}, t.id) <= (n.party_id, $to)
     ${also} ORDER BY t.${party}, t.id LIMIT 1)`;
const news = column<bigint, { partyIds: ReadonlyArray<Id<'pty'>>; after: readonly string[]; to: string }>(
  'events_parties_with_news',
  `SELECT n.place FROM unnest($partyIds::uuid[], $after::uuid[]) WITH ORDINALITY AS n (party_id, after, place)
   WHERE ${newsIn('event_parties', 'party_id')} OR ${newsIn('payments', 'payer_party_id')}
     OR ${newsIn('payments', 'payee_party_id', 'AND t.accepted_at IS NOT NULL')}
     OR ${newsIn('payments', 'initiator_party_id', 'AND t.initiator_party_id <> t.payer_party_id')}`,
);

/** Returns which of these, by their places from 0, may have events after their ids and up to another one. */
export async function partiesWithNews(
  db: Queryable,
  asking: ReadonlyArray<{ partyId: Id<'pty'>; after: string }>,
  to: string,
): Promise<Set<number>> {
  const after = asking.map((each) => each.after);
  const found = await news(db, { partyIds: asking.map(({ partyId }) => partyId), after, to });
  return new Set(found.map((place) => Number(place) - 1));
}
