import type { EventReader } from '../../db/recorded.ts';
import { type Id, idsBetween, publicId } from '../../lib/id.ts';
import { isoMillis } from '../../lib/time.ts';
import { allKinds, eventTypeOf, kindsOf } from './names.ts';
import { type ShownEvent, withPayloads } from './payloads.ts';
import {
  type EventRange,
  findEvents,
  listEventsAfter,
  listHeadingsAfter,
  readCompleteTo,
} from './queries.ts';

/** An event as a webhook gets it. `resourceId` is the id in the database. */
export type DeliverableEvent = {
  id: Id<'evt'>;
  type: string;
  resourceId: string;
  body: string;
};

/** A part of the events of a party: those with the wanted names, and up to where it was read. */
export type DeliverablePart = { events: DeliverableEvent[]; readTo: string; isLast: boolean };

/** Returns the kinds of events that these names stand for; `*` stands for all. */
export function wantedKinds(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.includes('*') ? allKinds : kindsOf(names));
}

/** Returns some of the next events of a party after an id, up to the watermark `to`, at most `count` of them. */
export async function eventsAfter(
  reader: EventReader,
  kinds: ReadonlySet<string>,
  range: Omit<EventRange, 'partyId' | 'own'>,
): Promise<DeliverablePart> {
  const { found, readTo, isLast } = await listEventsAfter(reader.db, {
    ...range,
    partyId: reader.partyId,
    own: null,
  });
  const wanted = found.filter(({ kind }) => kinds.has(kind));
  const events = (await withPayloads(reader, wanted)).map(deliverable);
  return { events, readTo, isLast };
}

/** Returns those of the events that the party may read. */
export async function eventsByIds(reader: EventReader, ids: readonly string[]): Promise<DeliverableEvent[]> {
  const found = await findEvents(reader.db, reader, ids);
  return (await withPayloads(reader, found)).map(deliverable);
}

function deliverable({ id, kind, resourceId, createdAt, payload }: ShownEvent): DeliverableEvent {
  const type = eventTypeOf(kind);
  return { id, type, resourceId, body: bodyOf(id, type, createdAt, payload) };
}

/** Returns the body of a delivery, in the form of Standard Webhooks with the attributes of the event beside it. */
export function bodyOf(
  id: Id<'evt'>,
  type: string,
  createdAt: Date,
  object: { type: string; id: string },
): string {
  const at = isoMillis(createdAt);
  return JSON.stringify({
    id: publicId('evt', id),
    object: 'event',
    type,
    timestamp: at,
    createdAt: at,
    resourceId: object.id,
    resourceType: object.type,
    data: { object },
  });
}

/**
 * Returns the ids of a party's events of these names between two times of the service's clock. Returns null if they are
 * more than `most`, or if more than `maxRead` events and payments of the party have to be read to find them.
 */
export async function idsOfEventsBetween(
  { db, partyId }: EventReader,
  names: readonly string[],
  range: { after: Date; before: Date; clockOffset_ms: number; most: number },
): Promise<Array<{ id: string; resourceId: string }> | null> {
  const kinds = wantedKinds(names);
  const { lowest } = idsBetween(range.after, null, '', range.clockOffset_ms);
  const to = await readCompleteTo(db);
  const found: Array<{ id: string; resourceId: string }> = [];
  let after = lowest;
  for (let read = 0; read < maxRead; read += partSize) {
    const part = await listHeadingsAfter(db, { partyId, own: null, after, to, count: partSize });
    for (const { id, kind, resourceId, createdAt } of part.found) {
      if (kinds.has(kind) && createdAt >= range.after && createdAt < range.before)
        found.push({ id, resourceId });
    }
    if (found.length > range.most) return null;
    const last_ms = part.found.at(-1)?.createdAt.getTime() ?? 0;
    if (part.isLast || last_ms > range.before.getTime() + skew_ms) return found;
    after = part.readTo;
  }
  return null;
}

/** How many events and payments of a party are read for one range: a second of a database session. */
export const maxRead = 100_000;
const partSize = 1_000;
const skew_ms = 600_000; // ids are drawn by servers whose clocks may differ
