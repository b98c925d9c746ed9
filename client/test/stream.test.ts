import { describe, expect, it } from 'vitest';
import { ConnectionError, type Event, RateLimitError, UsageError } from '../src/index.ts';
import { errorOf, lost, offline, refused, type Reply } from './offline.ts';

const event = (n: number): string =>
  `id: ${eventId(n)}\ndata: ${JSON.stringify({ type: 'event', id: eventId(n), attributes: {} })}\n\n`;
const eventId = (n: number): string => `evt_${String(n).padStart(32, '0')}`;
const stream = (...parts: string[]): Response =>
  new Response(parts.join(''), { headers: { 'Content-Type': 'text/event-stream' } });
const newest = (n: number): Response =>
  Response.json({ data: [{ type: 'event', id: eventId(n), attributes: {} }], meta: { pagination: {} } });
const silent = (): Response =>
  new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }), {
    headers: { 'Content-Type': 'text/event-stream' },
  });
const take = async (events: AsyncGenerator<Event>, count: number): Promise<string[]> => {
  const seen: string[] = [];
  for await (const each of events) if (seen.push(each.id) === count) break;
  return seen;
};

const html = (): Response => new Response('<html>', { headers: { 'Content-Type': 'text/html' } });

describe('the stream of events', () => {
  it('begins behind the newest event, so that a break before the first one loses none', async () => {
    const { purser, sent } = offline([newest(4), stream(':\n\n'), stream(event(5))]);
    expect(await take(purser.events.stream({ eventType: undefined as unknown as string }), 1)).toEqual([
      eventId(5),
    ]);
    expect(sent.slice(1).map(({ headers }) => headers.get('Last-Event-ID'))).toEqual([
      eventId(4),
      eventId(4),
    ]);
    expect(sent.map(({ url }) => url.includes('undefined'))).toEqual([false, false, false]);
    expect(new URL(sent[0]?.url ?? '').search).toBe('?limit=1');
  });

  it('throws if the first connection fails, also for what is no stream, and refuses unknown arguments', async () => {
    const start = (reply: Reply, args: object = { after: eventId(1) }): Promise<unknown> =>
      errorOf(offline([reply]).purser.events.stream(args).next());
    expect(await start(html())).toBeInstanceOf(ConnectionError);
    expect(await start(lost())).toBeInstanceOf(ConnectionError);
    expect(await start(refused(429, 'rate_limited'))).toBeInstanceOf(RateLimitError);
    expect(await start(html(), { after: eventId(1), memo: 'x' })).toBeInstanceOf(UsageError);
  });

  it('connects again after silence, an event that is no JSON, and a token that is refused or fails', async () => {
    const reasons: unknown[] = [];
    const tokens: Array<string | null> = ['1', '2', '3', null, '4', '5', '6'];
    const token = async (): Promise<string> => {
      const next = tokens.shift() ?? null;
      if (next === null) throw new Error('no token');
      return next;
    };
    const { purser, sent } = offline(
      [
        stream(event(1)),
        silent(),
        stream('data: {\n\n'),
        lost(),
        refused(401, 'unauthenticated'),
        stream(event(2)),
      ],
      { token },
    );
    const events = purser.events.stream(
      { after: eventId(0) },
      { silence_ms: 20, onReconnect: (error) => reasons.push(error) },
    );
    expect(await take(events, 2)).toEqual([eventId(1), eventId(2)]);
    expect(sent.at(-1)?.headers.get('Last-Event-ID')).toBe(eventId(1));
    expect(reasons.map((error) => (error as Error).message)).toEqual([
      'The stream has ended.',
      'There was no answer within 20 ms.',
      'The stream has an event that is no JSON.',
      'no token',
      expect.stringContaining('(ECONNRESET)'),
      expect.stringContaining('401'),
    ]);
    expect(reasons[4]).toBeInstanceOf(ConnectionError);
  }, 30_000);
});
