import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventOf } from '../support/events.ts';
import { figure, figures } from '../support/figures.ts';
import { type Received, type Receiver, startReceiver } from '../support/receiver.ts';
import { serveOn, testServer } from '../support/server.ts';
import { resources } from '../support/http.ts';
import { advance } from '../support/moves.ts';
import { bodyOf, change, createHook, type Hook, payOnce, recorded, stateOf, verified } from './hooks.ts';
import { until, uuidOf, waitingSessions, withSession } from './support.ts';

const settings = { PURSER_WEBHOOKS_TO_LOOPBACK: 'true' };
const server = testServer(settings);
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  const left = resources(await server.get('/webhooks'));
  for (const { id } of left) await change(server, 'DELETE', `/webhooks/${id}`);
  await receiver.close();
});

const newWebhook = (url = receiver.url): Promise<Hook> =>
  createHook(server, { url, enabledEvents: ['payment.completed'] });

const about = (id: string): Received[] => receiver.received.filter((each) => bodyOf(each).resourceId === id);

const arrived = (id: string, times = 1): Promise<void> =>
  until(`${id} has arrived ${times} times`, () => about(id).length >= times);

/** Waits until a figure of the webhooks of this server is above zero. */
const shown = (name: string, labels?: Record<string, string>): Promise<void> =>
  until(`${name} is above zero`, async () => figure(await figures(server.baseUrl), name, labels) > 0);

/** Returns the paths of all addresses that got something. */
const reached = (): string[] => [...new Set(receiver.received.map(({ path }) => path))];

const failingSince = async (): Promise<unknown[]> =>
  (await server.sql<{ failing_since: unknown }>('SELECT failing_since FROM webhook_progress')).map(
    ({ failing_since: since }) => since,
  );

it('a webhook that is enabled for more gets nothing from before, whichever server delivers it', async () => {
  const hook = await createHook(server, { url: receiver.url, enabledEvents: ['approval.required'] });
  const before = await eventOf(server, await payOnce(server), 'payment.completed');
  await until('it is stored that nothing was to be sent up to there', async () => {
    const looked = await server.sql`SELECT FROM webhook_progress WHERE sent_to >= ${uuidOf(before.id)}`;
    return looked.length > 0;
  });
  await change(server, 'PATCH', `/webhooks/${hook.id}`, { enabledEvents: ['payment.completed'] });
  await withSession(server.connection, (session) =>
    // Another server takes it and ends. What begins then knows only what is stored.
    session.query(
      `UPDATE webhook_progress SET claimed_by = gen_random_uuid(), claimed_until = clock_timestamp() + interval '2 s'`,
    ),
  );
  const later = await payOnce(server);
  await until('the later payment has arrived', () => receiver.received.length > 0);
  expect(receiver.received.map((each) => bodyOf(each).resourceId)).toEqual([later]);
});

it('a webhook with a new address begins without failures, and an answer of the old one does not count', async () => {
  const hook = await newWebhook();
  receiver.answer = (_request, response) => void response.writeHead(503).end();
  await payOnce(server);
  await recorded(server, hook, 1);
  expect(await failingSince()).toEqual([expect.any(Date)]);
  await shown('purser_webhook_deliveries_total', { status: 'FAILED' });
  await shown('purser_webhooks_failing');
  const held: ServerResponse[] = [];
  receiver.answer = (_request, response) => void held.push(response);
  await payOnce(server);
  await until('an attempt waits for its answer', () => held.length > 0);
  await shown('purser_webhook_delay_seconds');
  await change(server, 'PATCH', `/webhooks/${hook.id}`, { url: `${receiver.url}?new` });
  expect(await failingSince()).toEqual([null]);
  held[0]?.writeHead(410).end();
  await recorded(server, hook, 2);
  expect(await failingSince()).toEqual([null]);
  expect(await stateOf(server, hook)).toMatchObject({ status: 'ENABLED' });
});

it('a test event that is sent again says the same, whatever has changed', async () => {
  const hook = await newWebhook();
  receiver.answer = (_request, response) => void response.writeHead(503).end();
  await change(server, 'POST', `/webhooks/${hook.id}/test`);
  await recorded(server, hook, 1);
  await change(server, 'PATCH', `/webhooks/${hook.id}`, { description: 'Changed since' });
  await advance(server, 10);
  await recorded(server, hook, 2);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
});

it('a webhook that is deleted while its attempts are stored waits for that: both lock it first', async () => {
  const hook = await newWebhook();
  receiver.answer = (_request, response) => void response.writeHead(410).end();
  await withSession(server.connection, async (session) => {
    await session.query('BEGIN; LOCK TABLE webhook_deliveries IN SHARE MODE'); // storing waits
    await payOnce(server);
    await until('the attempt is about to be stored, with the webhook locked', async () => {
      const free =
        await server.sql`SELECT FROM webhooks WHERE id = ${uuidOf(hook.id)} FOR UPDATE SKIP LOCKED`;
      return free.length === 0 && (await waitingSessions(server.sql)).length > 0;
    });
    const before = (await waitingSessions(server.sql)).length;
    const deleted = change(server, 'DELETE', `/webhooks/${hook.id}`);
    await until('the deletion waits, too', async () => (await waitingSessions(server.sql)).length > before);
    await session.query('COMMIT');
    expect((await deleted).attributes).toMatchObject({ status: 'DISABLED' });
  });
});

it('servers take equal numbers of webhooks, and the last one takes them all', async () => {
  const urls = [1, 2, 3, 4].map((number) => `${receiver.url}?${number}`);
  for (const url of urls) await newWebhook(url);
  const shares = async (): Promise<number[]> => {
    const found = await server.sql<{ count: number }>(
      `SELECT count(*)::int FROM webhook_progress WHERE claimed_until > clock_timestamp() GROUP BY claimed_by`,
    );
    return found.map(({ count }) => count);
  };
  await until('the only server has all', async () => String(await shares()) === '4');
  const other = await serveOn(server.connection, settings);
  await until('each has its half', async () => String(await shares()) === '2,2');
  await payOnce(server);
  await until('all have arrived', () => reached().length === 4);
  await other.close();
  await until('the first one has all again', async () => String(await shares()) === '4');
  expect(reached().toSorted()).toEqual(['/hook?1', '/hook?2', '/hook?3', '/hook?4']);
});

it('an event that is asked for again while an attempt is on its way comes once more', async () => {
  const hook = await newWebhook();
  const id = await payOnce(server);
  await arrived(id);
  const { id: eventId } = await eventOf(server, id, 'payment.completed');
  const again = () => change(server, 'POST', `/webhooks/${hook.id}/events/${eventId}/redeliver`);
  const [delivered, held] = [receiver.answer, [] as ServerResponse[]];
  receiver.answer = (_request, response) => void held.push(response);
  await again();
  await until('an attempt waits for its answer', () => held.length > 0);
  receiver.answer = delivered;
  await again();
  held[0]?.end();
  await arrived(id, 3);
  expect(about(id)).toHaveLength(3);
});

it('a webhook is delivered by another server when the one that did has ended', async () => {
  const hook = await newWebhook();
  await arrived(await payOnce(server));
  const other = await serveOn(server.connection, settings);
  await withSession(server.connection, (session) =>
    // As if the server had been killed: nobody renews its claim any more.
    session.query(
      `UPDATE webhook_progress SET claimed_by = gen_random_uuid(), claimed_until = clock_timestamp() + interval '2 s'`,
    ),
  );
  const id = await payOnce(server);
  await arrived(id);
  expect(verified(about(id)[0] as Received, hook.secret).resourceId).toBe(id);
  await other.close();
});
