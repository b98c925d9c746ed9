import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createFeed } from '../../src/history/events/feed.ts';
import { eventStreamForm } from '../../src/history/events/stream.ts';
import { newApiKey } from '../support/agents.ts';
import { eventOf } from '../support/events.ts';
import { figure, figures } from '../support/figures.ts';
import { resource, type Resource } from '../support/http.ts';
import { main, stranger, delegate, to, testServer } from '../support/server.ts';
import { openDb, until, uuidOf, withSession } from './support.ts';

const server = testServer();

/** A stream that a client reads: what has arrived, and how it ended. */
type Stream = { events: Resource[]; hasEnded: boolean; leave: () => void };

async function openStream(headers: Record<string, string> = {}, query = '', key?: string): Promise<Stream> {
  const leaving = new AbortController();
  const response = await fetch(`${server.baseUrl}/events/stream${query}`, {
    headers: { Authorization: `Bearer ${key ?? main.apiKey}`, ...headers },
    signal: leaving.signal,
  });
  expect([response.status, response.headers.get('Content-Type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  const stream: Stream = { events: [], hasEnded: false, leave: () => leaving.abort() };
  void follow(response, stream)
    .catch(() => undefined)
    .finally(() => (stream.hasEnded = true));
  return stream;
}

async function follow({ body }: Response, stream: Stream): Promise<void> {
  let text = '';
  for await (const bytes of body ?? []) {
    text += Buffer.from(bytes).toString();
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const [, id, type, data] = /^id: (\S+)\nevent: (\S+)\ndata: (.*)$/.exec(frame) ?? [];
      if (id === undefined || data === undefined) continue;
      const event = JSON.parse(data) as Resource;
      expect([event.id, event.attributes['eventType']]).toEqual([id, type]);
      stream.events.push(event);
    }
  }
}

const payOnce = async (): Promise<string> => resource(await server.pay({ amount: 1, ...to(stranger) })).id;

const seen = ({ events }: Stream): unknown[] => events.map(({ attributes }) => attributes['resourceId']);

it('sends events as they happen, each as a read by its id shows it', async () => {
  const stream = await openStream();
  const id = await payOnce();
  await until('the payment has arrived', () => seen(stream).includes(id));
  const event = stream.events.find(({ attributes }) => attributes['resourceId'] === id);
  expect(event).toEqual(resource(await server.get(`/events/${event?.id}`)));
  stream.leave();
});

it('sends what the document describes, and nothing else', async () => {
  const leaving = new AbortController();
  const { body } = await fetch(`${server.baseUrl}/events/stream`, {
    headers: { Authorization: `Bearer ${main.apiKey}` },
    signal: leaving.signal,
  });
  const id = await payOnce();
  let text = '';
  for await (const bytes of body ?? []) {
    text += Buffer.from(bytes).toString();
    if (text.includes(id) && text.endsWith('\n\n')) break;
  }
  leaving.abort();
  expect(eventStreamForm.endpoint.response.safeParse(text).error).toBeUndefined();
  expect(eventStreamForm.endpoint.response.safeParse(`${text}x`).success).toBe(false);
});

it('goes on after a break with exactly what it has not sent', async () => {
  const first = await payOnce();
  const { id } = await eventOf(server, first, 'payment.completed');
  const missed = [];
  for (let count = 0; count < 205; count += 1) missed.push(await payOnce()); // more than two parts
  const stream = await openStream({ 'Last-Event-ID': id }, '?eventType=payment.completed');
  const later = await payOnce();
  await until('all have arrived', () => seen(stream).includes(later));
  expect(seen(stream)).toEqual([...missed, later]);
  stream.leave();
});

it('goes on within a payment that completed at once: behind the first of its events comes the second', async () => {
  const id = await payOnce();
  const first = await eventOf(server, id, 'payment.created');
  const second = await eventOf(server, id, 'payment.completed');
  const stream = await openStream({ 'Last-Event-ID': first.id });
  await until('it has arrived', () => stream.events.length > 0);
  const later = await payOnce();
  await until('the next has arrived', () => stream.events.length === 3);
  expect(stream.events[0]).toEqual(second);
  expect(seen(stream)).toEqual([id, later, later]);
  const behind = await openStream({ 'Last-Event-ID': second.id });
  await until('those behind it have arrived', () => behind.events.length === 2);
  expect(seen(behind)).toEqual([later, later]);
  behind.leave();
  stream.leave();
});

it('shows an event of a long transaction, and holds back later ones until it is committed', async () => {
  const stream = await openStream();
  await withSession(server.connection, async (session) => {
    await session.query('BEGIN');
    await session.query(
      `INSERT INTO event_lines (resource, resource_id, from_status, to_status, created_at)
       VALUES ('wallet', $1, 'active', 'frozen', now())`,
      [uuidOf(main.walletId)],
    );
    const paid = await payOnce();
    await untilHeld();
    expect(seen(stream)).toEqual([]);
    expect(resource(await server.get(`/payments/${paid}`)).attributes['status']).toBe('COMPLETED');
    expect(await warned()).toMatchObject({
      level: 40,
      sessionPid: expect.any(Number) as number,
      prepared: null,
    });
    await session.query('COMMIT');
    await until('all have arrived', () => stream.events.length === 3);
    expect(seen(stream)).toEqual([main.walletId, paid, paid]);
  });
  stream.leave();
});

/** Returns the warning of a feed that is not patient. */
async function warned(): Promise<object | undefined> {
  const lines: object[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as object) });
  const db = openDb(server.connection);
  const feed = createFeed({ db, log }, 0);
  feed.start();
  await until('it has warned', () => lines.length > 0);
  await feed.stop();
  await db.end();
  return lines[0];
}

/** Waits until the watermark waits for a transaction that is open. */
const untilHeld = (): Promise<void> =>
  until('the watermark waits', async () => {
    const found = await server.sql(
      'SELECT FROM event_watermarks WHERE pg_snapshot_xmin(pg_current_snapshot()) < barrier',
    );
    return found.length > 0;
  });

it('sends no event to a key that was revoked, and ends', async () => {
  const { id, secret } = await newApiKey(server);
  const stream = await openStream({}, '', secret);
  await server.delete(`/api-keys/${id}`);
  await payOnce();
  await until('the stream has ended', () => stream.hasEnded);
  expect(stream.events).toEqual([]);
});

it('refuses a faulty Last-Event-ID, a key without the scope, and all but ten streams at once', async () => {
  const address = `${server.baseUrl}/events/stream`;
  const key = stranger.apiKey;
  const ask = async (headers: Record<string, string>): Promise<number> =>
    (await fetch(address, { headers: { Authorization: `Bearer ${key}`, ...headers } })).status;
  expect(await ask({ 'Last-Event-ID': 'evt_1' })).toBe(400);
  const { secret } = await newApiKey(server, { scopes: ['wallets.read'] });
  expect(await ask({ Authorization: `Bearer ${secret}` })).toBe(403);
  const asked = await Promise.all(Array.from({ length: 30 }, () => openAnswered(key)));
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(asked.filter(({ status }) => status === 429)).toHaveLength(20);
  for (const { leave } of asked) leave();
  expect(await tenFit(key)).toBe(true);
});

async function openAnswered(key: string): Promise<{ status: number; leave: () => void }> {
  const leaving = new AbortController();
  const headers = { Authorization: `Bearer ${key}` };
  const { status } = await fetch(`${server.baseUrl}/events/stream`, { headers, signal: leaving.signal });
  return { status, leave: () => leaving.abort() };
}

/** Waits until a party can have ten streams at once: no other holds a place. */
async function tenFit(key: string): Promise<boolean> {
  await until('ten streams are open', async () => {
    const asked = await Promise.all(Array.from({ length: 10 }, () => openAnswered(key)));
    for (const { leave } of asked) leave();
    return asked.every(({ status }) => status === 200);
  });
  return true;
}

it('ends when its key is revoked while it catches up', async () => {
  const { id, secret } = await newApiKey(server);
  await eventOf(server, await payOnce(), 'payment.completed');
  await server.sql(
    `INSERT INTO event_parties (party_id, id, kind, resource_id, created_at)
     SELECT $1, lpad(to_hex(n), 32, '0')::uuid, 'agent/created//', $1, now() FROM generate_series(1, 100000) n`,
    uuidOf(main.partyId),
  );
  const stream = await openStream(
    { 'Last-Event-ID': `evt_${'0'.repeat(32)}` },
    '?eventType=payment.completed',
    secret,
  );
  await server.delete(`/api-keys/${id}`);
  await until('the stream has ended', () => stream.hasEnded);
  expect(stream.events).toEqual([]);
});

it('goes on from now behind an id that it has not sent yet', async () => {
  const stream = await openStream({ 'Last-Event-ID': `evt_${'f'.repeat(32)}` });
  const id = await payOnce();
  await until('the payment has arrived', () => seen(stream).includes(id));
  expect(seen(stream).at(-1)).toBe(id);
  stream.leave();
});

it('counts no stream whose client left before it began', async () => {
  const aborted = async (): Promise<number> =>
    figure(await figures(server.baseUrl), 'purser_http_request_duration_seconds_count', {
      route: '/events/stream',
      status: 'aborted',
    });
  const before = await aborted();
  await withSession(server.connection, async (session) => {
    await session.query('BEGIN; LOCK event_watermarks IN ACCESS EXCLUSIVE MODE');
    const leaving = new AbortController();
    const asked = ['one', 'another'].map(() =>
      fetch(`${server.baseUrl}/events/stream`, {
        headers: { Authorization: `Bearer ${delegate.apiKey}` },
        signal: leaving.signal,
      }).catch(() => null),
    );
    await until('both wait for where they begin', async () => {
      // The server's own advance of the watermark waits too, by one of its two statements.
      const waiting = await server.sql(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND query ~ '^(SELECT complete_to|WITH seen)'`,
      );
      return waiting.length === asked.length + 1;
    });
    leaving.abort();
    await Promise.all(asked);
    await until('the server knows', async () => (await aborted()) >= before + asked.length);
    await session.query('COMMIT');
  });
  const streams: Stream[] = [];
  while (streams.length < 10) streams.push(await openStream({}, '', delegate.apiKey));
  expect(streams).toHaveLength(10);
  for (const { leave } of streams) leave();
});
