import type { Context } from '../../context.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { customerOf, ofParty } from '../../http/fields.ts';
import { pageOf } from '../../http/pages.ts';
import { type Id, idsBetween } from '../../lib/id.ts';
import { kindsOf } from './names.ts';
import { withPayloads } from './payloads.ts';
import { findEvents, listEventsBefore, readCompleteTo } from './queries.ts';
import { readableEvents } from './readable.ts';
import type { EventsQuery } from './schema.ts';
import { eventResource } from './view.ts';

/**
 * Returns a page of the events of the actor's party, or of a customer who delegated `payments.read`, newest first. Shows
 * events up to the watermark only, so no event ever appears on a page that was read. A page reads a bounded number of
 * them, so it can be short, even empty, although another one follows. Throws `party_not_found`.
 */
export async function listEvents(ctx: Context, query: EventsQuery): Promise<HttpResponse> {
  const readable = await readableEvents(ctx, customerOf(query));
  if (!readable) throw fault('party_not_found', 'There is no such party.', { parameter: 'partyId' });
  const { reader, kinds } = readable;
  const { partyId } = reader;
  const { eventType, createdAfter: after = null, createdBefore: before = null } = query;
  const wanted =
    eventType === undefined ? kinds : kindsOf([eventType]).filter((kind) => kinds.includes(kind));
  const completeTo = await readCompleteTo(ctx.db);
  return pageOf(
    ctx,
    'events',
    ofParty(query, partyId),
    async (end, count) => {
      const last = end <= completeTo ? end : next(completeTo);
      const range = idsBetween(after, before, last, ctx.clockOffset_ms);
      const found = await listEventsBefore(ctx.db, {
        ...query,
        ...range,
        partyId,
        own: reader.own,
        kinds: wanted,
        count,
      });
      const shown = found.rows.slice(0, query.limit);
      const isLast = found.rows.length === shown.length;
      return {
        rows: await withPayloads(reader, shown),
        scannedTo: isLast ? found.scannedTo : (shown.at(-1)?.id ?? null),
      };
    },
    (event) => eventResource(event, partyId),
  );
}

/** Returns the id after this one. */
function next(id: string): string {
  return (BigInt(`0x${id}`) + 1n).toString(16).padStart(32, '0');
}

/** Responds with an event of the actor's party, or of such a customer. Throws `event_not_found`. */
export async function readEvent(
  ctx: Context,
  id: Id<'evt'>,
  customerId: Id<'pty'> | null,
): Promise<HttpResponse> {
  const readable = await readableEvents(ctx, customerId);
  const found = readable ? await findEvents(ctx.db, readable.reader, [id]) : [];
  const seen = found.filter(({ kind }) => readable?.kinds.includes(kind));
  const [shown] = readable ? await withPayloads(readable.reader, seen) : [];
  if (!shown || !readable)
    throw fault('event_not_found', 'There is no such event.', { parameter: 'eventId' });
  return single(eventResource(shown, readable.reader.partyId));
}
