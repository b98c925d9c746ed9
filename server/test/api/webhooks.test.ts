import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { newApiKey } from '../support/agents.ts';
import { checkEndpoint } from '../support/checklist.ts';
import { attributes, call, refusal, resource, resources, type Reply } from '../support/http.ts';
import { main, testServer } from '../support/server.ts';
import { listOf, orNull, seconds, text } from '../support/shapes.ts';
import {
  failedDeliveryShape,
  newWebhook,
  redeliveryShape,
  sentWebhook,
  webhookShape,
  webhookWith,
} from '../support/webhooks.ts';
import { until } from '../flows/support.ts';

const server = testServer();
let webhookId: string;
let eventId: string;
beforeAll(async () => {
  ({ webhookId, eventId } = await sentWebhook(server));
  await until('the test is sent', async () => resources(await deliveries()).length > 0);
});
const url = 'https://receiver.example.net/hook';
const path = (): string => `/webhooks/${webhookId}`;
const deliveries = () => server.get(`${path()}/deliveries`);

async function create(values: object, key?: string): Promise<Reply> {
  const body = { url, enabledEvents: ['payment.completed'], ...values };
  return server.as(key).post('/webhooks', body);
}

const written = { scope: 'webhooks.update', idempotency: 'required' } as const;
const read = { scope: 'webhooks.read', agents: 'refused' } as const;
const repeated = { data: webhookShape, meta: { events: expect.any(Number) as unknown } };

checkEndpoint('POST /webhooks', server, {
  ...written,
  alsoHas: ['GET'],
  scope: 'webhooks.create',
  status: 201,
  response: { data: webhookWith({ signingSecret: text }) },
  secret: 'signingSecret',
  body: () => ({ url, enabledEvents: ['payment.completed'] }),
});

checkEndpoint('GET /webhooks', server, { ...read, response: listOf(webhookShape) });

checkEndpoint('GET /webhooks/{webhookId}', server, {
  ...read,
  alsoHas: ['PATCH', 'DELETE'],
  path,
  response: { data: webhookShape },
});

checkEndpoint('PATCH /webhooks/{webhookId}', server, {
  ...written,
  alsoHas: ['DELETE'],
  path,
  response: { data: webhookShape },
  body: () => ({ description: 'Bookkeeping' }),
  takesStatus: true,
});

checkEndpoint('DELETE /webhooks/{webhookId}', server, {
  ...written,
  alsoHas: ['PATCH'],
  scope: 'webhooks.delete',
  path: async () => `/webhooks/${await newWebhook(server)}`,
  response: { data: webhookWith({ status: 'DISABLED' }), meta: { deleted: true } },
  moves: true,
});

checkEndpoint('POST /webhooks/{webhookId}/rotate-secret', server, {
  ...written,
  path: () => `${path()}/rotate-secret`,
  response: { data: webhookWith({ signingSecret: text, previousSecretExpiresAt: orNull(seconds) }) },
  secret: 'signingSecret',
  action: true,
});

checkEndpoint('POST /webhooks/{webhookId}/test', server, {
  ...written,
  path: () => `${path()}/test`,
  response: repeated,
  action: true,
});

checkEndpoint('GET /webhooks/{webhookId}/deliveries', server, {
  ...read,
  path: () => `${path()}/deliveries`,
  response: listOf(failedDeliveryShape),
  moves: true,
});

checkEndpoint('POST /webhooks/{webhookId}/events/{eventId}/redeliver', server, {
  ...written,
  path: () => `${path()}/events/${eventId}/redeliver`,
  response: { data: redeliveryShape },
  action: true,
});

checkEndpoint('POST /webhooks/{webhookId}/redeliver', server, {
  ...written,
  path: () => `${path()}/redeliver`,
  response: repeated,
  body: () => ({ createdAfter: '2026-01-01T00:00:00Z', createdBefore: '2026-01-01T00:00:01Z' }),
  otherBody: { createdBefore: '2026-01-01T00:00:02Z' },
});

describe('POST /webhooks', () => {
  it.each([
    ['no address', { url: 'hook' }],
    ['a blank before the address', { url: ` ${url}` }],
    ['http', { url: 'http://receiver.example.net/' }],
    ['another scheme', { url: 'ftp://receiver.example.net/' }],
    ['a user in the address', { url: 'https://user@receiver.example.net/' }],
    ['a fragment', { url: 'https://receiver.example.net/#here' }],
    ['an empty fragment', { url: 'https://receiver.example.net/#' }],
    ['loopback', { url: 'https://127.0.0.1/' }],
    ['loopback in another form', { url: 'https://0x7f.1/' }],
    ['loopback in IPv6', { url: 'https://[::1]/' }],
    ['a private address', { url: 'https://10.1.2.3/' }],
    ['metadata of a cloud', { url: 'https://169.254.169.254/latest/' }],
    ['a name of this machine', { url: 'https://localhost/' }],
    ['a name without a dot', { url: 'https://intranet/' }],
    ['a name of a private network', { url: 'https://db.internal/' }],
    ['too long an address', { url: `https://receiver.example.net/${'x'.repeat(2048)}` }],
  ])('refuses %s', async (_name, values) => {
    expect(refusal(await create(values))).toEqual([422, ['invalid_value'], ['/data/attributes/url']]);
  });

  it.each([
    ['no events', [], '/data/attributes/enabledEvents'],
    ['an unknown event', ['payment.vanished'], '/data/attributes/enabledEvents/0'],
    ['* beside others', ['*', 'payment.completed'], '/data/attributes/enabledEvents'],
  ])('refuses %s', async (_name, enabledEvents, place) => {
    expect(refusal(await create({ enabledEvents }))).toEqual([422, ['invalid_value'], [place]]);
  });

  it('gets the events of its own party only', async () => {
    const places = async (sources: unknown): Promise<unknown> => refusal(await create({ sources }))[2];
    expect(await places(['connected'])).toEqual(['/data/attributes/sources/0']);
    expect(await places(['own', 'own'])).toEqual(['/data/attributes/sources']);
    expect((await create({ sources: ['own'] })).status).toBe(201);
  });

  it('needs the scopes by which the resources of its events are read', async () => {
    const { secret } = await newApiKey(server, { scopes: ['webhooks.create', 'payments.read'] });
    const wrong = [403, ['insufficient_scope'], ['/data/attributes/enabledEvents']];
    expect(refusal(await create({ enabledEvents: ['wallet.frozen'] }, secret))).toEqual(wrong);
    expect(refusal(await create({ enabledEvents: ['*'] }, secret))).toEqual(wrong);
    expect((await create({}, secret)).status).toBe(201);
  });
});

describe('a webhook', () => {
  it('is sent elsewhere only by a key that may read what its events show', async () => {
    const id = await newWebhook(server); // for events of the party
    const { secret: key } = await newApiKey(server, { scopes: ['webhooks.update', 'payments.read'] });
    const change = (values: object) => server.as(key).patch(`/webhooks/${id}`, values);
    const moved = { url: 'https://elsewhere.example.net/hook' };
    const refused = [403, ['insufficient_scope'], ['/data/attributes/url']];
    expect(refusal(await change(moved))).toEqual(refused);
    expect(resource(await server.get(`/webhooks/${id}`)).attributes['url']).toBe(url);
    expect((await change({ description: 'Bookkeeping' })).status).toBe(200);
    expect((await change({ ...moved, enabledEvents: ['payment.completed'] })).status).toBe(200);
  });

  it('that was deleted is gone, and is not listed', async () => {
    const id = await newWebhook(server);
    await server.delete(`/webhooks/${id}`);
    const none = [404, ['webhook_not_found'], ['webhookId']];
    expect(refusal(await server.get(`/webhooks/${id}`))).toEqual(none);
    expect(refusal(await server.post(`/webhooks/${id}/test`))).toEqual(none);
    const listed = resources(await server.get('/webhooks?limit=100'));
    expect(listed.map((each) => each.id)).not.toContain(id);
  });

  it('that is disabled is sent nothing again, and is listed as such', async () => {
    const id = await newWebhook(server);
    const change = { key: main.apiKey, body: attributes({ status: 'DISABLED' }) };
    const headers = { 'Idempotency-Key': randomUUID() };
    await call(server.baseUrl, 'PATCH', `/webhooks/${id}`, { ...change, headers });
    expect(refusal(await server.post(`/webhooks/${id}/test`))).toEqual([409, ['conflict'], [undefined]]);
    const listed = async (status: string): Promise<string[]> =>
      resources(await server.get(`/webhooks?limit=100&status=${status}`)).map((each) => each.id);
    expect(await listed('DISABLED')).toContain(id);
    expect(await listed('ENABLED')).not.toContain(id);
    expect(refusal(await server.get('/webhooks?status=disabled'))).toEqual([
      400,
      ['invalid_value'],
      ['status'],
    ]);
  });
});
