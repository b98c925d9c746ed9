import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventOf } from '../support/events.ts';
import { figure, figures } from '../support/figures.ts';
import { resource, resources } from '../support/http.ts';
import { advance, waitingPayment } from '../support/moves.ts';
import { type Received, type Receiver, startReceiver } from '../support/receiver.ts';
import { main, testServer } from '../support/server.ts';
import {
  bodyOf,
  change,
  createHook,
  deliveriesOf,
  disabled,
  type Hook,
  mailsAbout,
  payOnce,
  recorded,
  stateOf,
  verified,
} from './hooks.ts';
import { until } from './support.ts';

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

const newWebhook = (values: object = {}): Promise<Hook> =>
  createHook(server, { url: receiver.url, enabledEvents: ['payment.completed'], ...values });

const about = (id: string): Received[] => receiver.received.filter((each) => bodyOf(each).resourceId === id);

const arrived = (id: string, times = 1): Promise<void> =>
  until(`${id} has arrived ${times} times`, () => about(id).length >= times);

describe('a delivery', () => {
  it('is the event, signed as Standard Webhooks says, and is listed with its answer', async () => {
    const hook = await newWebhook();
    const id = await payOnce(server);
    await arrived(id);
    const [got] = about(id) as [Received];
    const body = verified(got, hook.secret);
    const event = await eventOf(server, id, 'payment.completed');
    expect(body).toMatchObject({ id: event.id, type: 'payment.completed', resourceId: id });
    expect(body.data.object).toEqual(resource(await server.get(`/payments/${id}`)));
    expect(got.headers).toMatchObject({
      'webhook-id': event.id,
      'content-type': 'application/json; charset=utf-8',
    });
    const [delivery] = await recorded(server, hook, 1);
    expect(delivery?.attributes).toMatchObject({
      eventType: 'payment.completed',
      status: 'DELIVERED',
      attempt: 1,
      request: {
        url: receiver.url,
        webhookId: event.id,
        webhookTimestamp: Number(got.headers['webhook-timestamp']),
      },
      response: { statusCode: 200, body: 'ok' },
      error: null,
      nextAttemptAt: null,
    });
    expect(() => verified(got, `whsec_${Buffer.from('another').toString('base64')}`)).toThrow('signature');
  });

  it('comes for the enabled events only, and for all with *', async () => {
    const one = await newWebhook({ enabledEvents: ['approval.required'], url: `${receiver.url}?one` });
    const all = await newWebhook({ enabledEvents: ['*'], url: `${receiver.url}?all` });
    await newWebhook({ enabledEvents: ['payment.created'], url: `${receiver.url}?made` });
    await newWebhook({ enabledEvents: ['payment.completed'], url: `${receiver.url}?done` });
    const { id } = await waitingPayment(server);
    await arrived(id, 2);
    const last = await payOnce(server);
    await arrived(last, 4);
    const types = (path: string): string[] =>
      receiver.received.filter((each) => each.path.endsWith(path)).map((each) => bodyOf(each).type);
    expect(types('?one')).toEqual(['approval.required']);
    expect(new Set(types('?all'))).toEqual(
      new Set(['approval.required', 'payment.created', 'payment.completed']),
    );
    expect([types('?made').length, new Set(types('?made'))]).toEqual([2, new Set(['payment.created'])]);
    expect(types('?done')).toEqual(['payment.completed']);
    const ofLast = about(last).filter(({ path }) => path.endsWith('?all'));
    expect(ofLast.map((each) => [bodyOf(each).type, bodyOf(each).data.object.attributes['status']])).toEqual([
      ['payment.created', 'PROCESSING'],
      ['payment.completed', 'COMPLETED'],
    ]);
    expect(await deliveriesOf(server, one)).toHaveLength(1);
    expect((await recorded(server, all, 4)).length).toBe(4);
  });

  it('that fails is tried again with the same id, and holds back later events of its resource only', async () => {
    const hook = await newWebhook({ enabledEvents: ['payment.created', 'payment.completed'] });
    let fails = true;
    receiver.answer = (request, response) =>
      void response
        .writeHead(fails && bodyOf(request).data.object.attributes['status'] === 'IN_REVIEW' ? 500 : 204)
        .end();
    const { payment, id } = await waitingPayment(server);
    await arrived(payment.id);
    await server.as(main.approverApiKey).post(`/approvals/${id}/approve`);
    const other = await payOnce(server);
    await arrived(other, 2);
    const types = (): string[] => about(payment.id).map((each) => bodyOf(each).type);
    expect(new Set(types())).toEqual(new Set(['payment.created']));
    fails = false;
    await until('both have arrived', async () => {
      const waits = await server.sql('SELECT FROM webhook_retries WHERE due_at IS NOT NULL');
      if (waits.length > 0) await advance(server, 360); // more than the first two waits of the schedule
      return types().includes('payment.completed');
    });
    const [first, ...others] = types().toReversed();
    expect([first, new Set(others)]).toEqual(['payment.completed', new Set(['payment.created'])]);
    expect(new Set(about(payment.id).map((each) => each.headers['webhook-id'])).size).toBe(2);
    const ofOther = new Set(about(other).map((each) => each.headers['webhook-id']));
    const attempts = (await recorded(server, hook, 3 + others.length)).filter(
      ({ attributes: { eventType, request } }) =>
        eventType === 'payment.created' && !ofOther.has((request as { webhookId: string }).webhookId),
    );
    expect(attempts.map(({ attributes: { attempt, status } }) => [attempt, status])).toEqual([
      [others.length, 'DELIVERED'],
      ...others.slice(1).map((_each, index) => [others.length - 1 - index, 'FAILED']),
    ]);
    expect(others.length).toBeGreaterThan(1);
  });

  it('follows no redirect, waits as long as Retry-After asks, and reads at most 64 KiB of an answer', async () => {
    const hook = await newWebhook();
    const target = await startReceiver();
    receiver.answer = (_request, response) =>
      void response.writeHead(307, { Location: target.url, 'Retry-After': '3600' }).end('x'.repeat(200_000));
    const at = Date.now();
    await payOnce(server);
    const [delivery] = await recorded(server, hook, 1);
    expect(delivery?.attributes).toMatchObject({ status: 'FAILED', response: { statusCode: 307 } });
    expect(delivery?.attributes).toHaveProperty('response.body.length', 1024);
    const next = Date.parse(String(delivery?.attributes['nextAttemptAt']));
    expect(next - at).toBeGreaterThanOrEqual(3_600_000);
    expect(target.connections()).toBe(0);
    await target.close();
  });

  it('to a receiver that never answers delays no other webhook', async () => {
    receiver.answer = () => undefined;
    await newWebhook();
    const second = await startReceiver();
    const hook = await newWebhook({ url: second.url });
    for (let count = 0; count < 20; count += 1) await payOnce(server);
    const done = await recorded(server, hook, 20);
    expect(done.every(({ attributes }) => attributes['status'] === 'DELIVERED')).toBe(true);
    await second.close();
  });
});

describe('the secret', () => {
  it('that is rotated signs beside the new one until its time, and then no longer', async () => {
    const hook = await newWebhook();
    const rotated = await change(server, 'POST', `/webhooks/${hook.id}/rotate-secret`, {
      expiresInSeconds: 600,
    });
    const secret = String(rotated.attributes['signingSecret']);
    const both = await payOnce(server);
    await arrived(both);
    const [first] = about(both) as [Received];
    expect([verified(first, hook.secret).resourceId, verified(first, secret).resourceId]).toEqual([
      both,
      both,
    ]);
    await advance(server, 601);
    const later = await payOnce(server);
    await arrived(later);
    const [second] = about(later) as [Received];
    expect(verified(second, secret).resourceId).toBe(later);
    expect(() => verified(second, hook.secret)).toThrow('signature');
  });
});

describe('a webhook', () => {
  it('gets a test event, an event again, and a range of them again', async () => {
    const hook = await newWebhook();
    await change(server, 'POST', `/webhooks/${hook.id}/test`);
    await arrived(hook.id);
    const [test] = about(hook.id) as [Received];
    expect(verified(test, hook.secret)).toMatchObject({
      type: 'webhook.test',
      data: { object: { id: hook.id } },
    });
    const paid = [await payOnce(server), await payOnce(server)];
    for (const id of paid) await arrived(id);
    const [first, second] = await Promise.all(paid.map((id) => eventOf(server, id, 'payment.completed')));
    await change(server, 'POST', `/webhooks/${hook.id}/events/${first?.id}/redeliver`);
    await arrived(paid[0] ?? '', 2);
    const range = {
      createdAfter: first?.attributes['createdAt'],
      createdBefore: new Date(Date.parse(String(second?.attributes['createdAt'])) + 1).toISOString(),
    };
    await change(server, 'POST', `/webhooks/${hook.id}/redeliver`, range);
    await arrived(paid[0] ?? '', 3);
    await arrived(paid[1] ?? '', 2);
    expect(new Set(about(paid[0] ?? '').map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const made = await eventOf(server, paid[1] ?? '', 'payment.created'); // for which it is not enabled
    await change(server, 'POST', `/webhooks/${hook.id}/events/${made.id}/redeliver`);
    await arrived(paid[1] ?? '', 3);
    const last = about(paid[1] ?? '').at(-1) as Received;
    expect([verified(last, hook.secret).type, last.headers['webhook-id']]).toEqual([
      'payment.created',
      made.id,
    ]);
    await until('the attempt is listed under its event', async () => {
      const listed = resources(await server.get(`/webhooks/${hook.id}/deliveries?eventId=${made.id}`));
      return listed.length === 1 && listed[0]?.attributes['eventType'] === 'payment.created';
    });
  });

  it('whose receiver answers 410 is disabled at once, and its administrators get a mail', async () => {
    const hook = await newWebhook();
    receiver.answer = (_request, response) => void response.writeHead(410).end();
    await payOnce(server);
    await disabled(server, hook, 'GONE');
    await until('it is counted', async () => {
      const text = await figures(server.baseUrl);
      return figure(text, 'purser_webhooks_disabled_total', { reason: 'GONE' }) === 1;
    });
    await until('the mail is there', async () => (await mailsAbout(server, hook)).length > 0);
    const [mail] = await mailsAbout(server, hook);
    expect(JSON.stringify(mail?.attributes)).toMatch(/"A webhook of .* was disabled".*\/account/);
    const before = receiver.received.length;
    receiver.answer = (_request, response) => void response.writeHead(200).end();
    await payOnce(server);
    await change(server, 'PATCH', `/webhooks/${hook.id}`, { status: 'ENABLED' });
    const later = await payOnce(server);
    await arrived(later);
    expect(receiver.received.length).toBeGreaterThan(before);
  });

  it('that fails for 5 days is disabled, not sooner', async () => {
    const hook = await newWebhook();
    receiver.answer = (_request, response) => void response.writeHead(503).end();
    await payOnce(server);
    await recorded(server, hook, 1);
    await advance(server, 4 * 86_400);
    await payOnce(server);
    await recorded(server, hook, 3);
    expect(await stateOf(server, hook)).toMatchObject({ status: 'ENABLED' });
    await advance(server, 86_500);
    await payOnce(server);
    await disabled(server, hook, 'FAILING');
  });
});
