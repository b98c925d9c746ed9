import { z } from 'zod';
import type { Context } from '../../context.ts';
import { fault } from '../../errors.ts';
import { get } from '../../http/endpoint.ts';
import { customerOf } from '../../http/fields.ts';
import { exampleId } from '../../http/shapes.ts';
import type { Stream, StreamRequest } from '../../http/streams.ts';
import { oddId } from '../../lib/id.ts';
import type { Feed } from './feed.ts';
import { kindsOf } from './names.ts';
import { withPayloads } from './payloads.ts';
import { listEventsAfter, readCompleteTo } from './queries.ts';
import { readableEvents } from './readable.ts';
import type { EventResourceObject } from './resource.ts';
import { streamQuery, type StreamQuery } from './schema.ts';
import { eventResource } from './view.ts';

const page = 100;
const heartbeat_ms = 15_000;

// What begins the stream, what keeps it open, and the events.
const sentForm = /^(retry: [0-9]+\n\n|:\n\n|id: evt_[0-9a-f]{32}\nevent: [a-zA-Z.]+\ndata: \{[^\n]+\}\n\n)*$/;
const exampleEvent: EventResourceObject = {
  type: 'event',
  id: exampleId('evt'),
  attributes: {
    eventType: 'payment.completed',
    resourceId: exampleId('pay'),
    resourceType: 'payment',
    payload: { object: { type: 'payment', id: exampleId('pay'), attributes: { status: 'COMPLETED' } } },
    createdAt: '2026-11-21T09:30:00.000Z',
  },
  relationships: { party: { data: { type: 'party', id: exampleId('pty') } } },
};

const route = get('/events/stream', {
  summary: 'Stream events',
  description: `Sends the events of GET /events as they happen, oldest first, as server-sent events: \`id\` is the id of
the event, \`event\` its name, \`data\` the event as JSON, as GET /events/{eventId} has it in \`data\`. A line with a
colon comes every 15 seconds if nothing else does. With \`Last-Event-ID\`, goes on behind that event and leaves none
out; without it, begins with what happens from now on. Ends when the key is revoked or expires, or the server stops:
connect again. Clients of the format do so by themselves, with the id.`,
  response: z
    .string()
    .regex(sentForm)
    .meta({ examples: [`retry: 1000\n\n${frameOf(exampleEvent)}`] }),
  refuses: ['party_not_found'],
  scope: 'payments.read',
  ownReads: 'filtered',
  query: streamQuery,
  run: () => Promise.reject(new Error('a stream has no single response')),
});

/** The stream of events, as the document describes it. It is served apart from the endpoints: its response has no end. */
export const eventStreamForm = { endpoint: route, idForm: /^evt_[0-9a-f]{32}$/ };

/** Returns the stream of the events that a party may read. */
export function eventStream(feed: Feed): Stream<StreamQuery> {
  return {
    ...eventStreamForm,
    async open(request) {
      const { ctx, query, lastEventId } = request;
      if (!(await readableEvents(ctx, customerOf(query)))) {
        throw fault('party_not_found', 'There is no such party.', { parameter: 'partyId' });
      }
      const complete = await readCompleteTo(ctx.db);
      const sent = lastEventId?.slice(4) ?? complete;
      // An id from ahead was sent before the database was restored, or never: nothing would ever follow on it.
      return framesOf(feed, request, sent < complete ? sent : complete);
    },
  };
}

async function* framesOf(
  feed: Feed,
  { ctx, query, recheck, signal }: StreamRequest<StreamQuery>,
  from: string,
): AsyncGenerator<string> {
  yield 'retry: 1000\n\n';
  const partyId = customerOf(query) ?? ctx.actor.partyId;
  for (let after = from; ;) {
    const to = await feed.wait(partyId, after, heartbeat_ms, signal);
    for (let isLast = false; !isLast;) {
      const present = signal.aborted || feed.isStopping() ? null : await recheck();
      const next = present && (await nextFrames(present, query, { after, to: to ?? oddId(after) }));
      if (!next) return;
      ({ after, isLast } = next);
      const isSilent = next.text === '' && isLast && to !== null;
      if (!isSilent) yield next.text === '' ? ':\n\n' : next.text;
    }
  }
}

/** Returns the next events as text; null if the actor may no longer read them. */
async function nextFrames(
  ctx: Context,
  query: StreamQuery,
  { after, to }: { after: string; to: string },
): Promise<{ text: string; after: string; isLast: boolean } | null> {
  const readable = await readableEvents(ctx, customerOf(query));
  if (!readable) return null;
  const { reader, kinds } = readable;
  const { eventType } = query;
  const wanted =
    eventType === undefined ? kinds : kindsOf([eventType]).filter((kind) => kinds.includes(kind));
  const { found, readTo, isLast } = await listEventsAfter(ctx.db, {
    partyId: reader.partyId,
    own: reader.own,
    after,
    to,
    count: page,
  });
  const shown = await withPayloads(
    reader,
    found.filter(({ kind }) => wanted.includes(kind)),
  );
  const text = shown.map((event) => frameOf(eventResource(event, reader.partyId))).join('');
  return { text, after: readTo, isLast };
}

function frameOf(event: EventResourceObject): string {
  return `id: ${event.id}\nevent: ${event.attributes.eventType}\ndata: ${JSON.stringify(event)}\n\n`;
}
