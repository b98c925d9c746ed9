import { beforeAll, describe, expect, it } from 'vitest';
import { newApiKey } from '../support/agents.ts';
import { eventOf } from '../support/events.ts';
import { pagination, refusal, resources } from '../support/http.ts';
import { main, testServer } from '../support/server.ts';
import { sentWebhook } from '../support/webhooks.ts';
import { until, uuidOf } from '../flows/support.ts';

const server = testServer();
let webhookId: string;
let eventId: string;
beforeAll(async () => {
  ({ webhookId, eventId } = await sentWebhook(server));
});
const path = (): string => `/webhooks/${webhookId}`;
const badRange = [422, ['invalid_value'], ['/data/attributes/createdBefore']];

describe('a webhook', () => {
  it('is sent no event again by a key that may not read it', async () => {
    const { id, secret } = await newApiKey(server, { scopes: ['webhooks.update', 'payments.read'] });
    const created = await eventOf(server, id, 'api_key.created');
    const again = (event: string) => server.as(secret).post(`${path()}/events/${event}/redeliver`, undefined);
    expect(refusal(await again(created.id))).toEqual([404, ['event_not_found'], ['eventId']]);
    expect((await again(eventId)).status).toBe(200);
  });

  it('gets no event that does not exist, and no range that ends before it begins', async () => {
    const unknown = `${path()}/events/evt_${'0'.repeat(32)}/redeliver`;
    expect(refusal(await server.post(unknown))).toEqual([404, ['event_not_found'], ['eventId']]);
    const range = { createdAfter: '2026-01-02T00:00:00Z', createdBefore: '2026-01-01T00:00:00Z' };
    expect(refusal(await server.post(`${path()}/redeliver`, range))).toEqual(badRange);
  });

  it('gets no range in which its party had more than 100,000 events, whatever it wants of them', async () => {
    // An id begins with its time in ms: these are of the second below.
    await server.sql(
      `INSERT INTO event_parties (party_id, id, kind, resource_id, created_at)
       SELECT $1, ('016f6435cc88' || lpad(to_hex(n), 20, '0'))::uuid, 'wallet/active/frozen/', $1, '2020-01-02T03:04:05Z'
       FROM generate_series(1, 100001) n`,
      uuidOf(main.partyId),
    );
    const range = { createdAfter: '2020-01-01T00:00:00Z', createdBefore: '2020-02-01T00:00:00Z' };
    expect(refusal(await server.post(`${path()}/redeliver`, range))).toEqual(badRange);
  });

  it('lists its attempts by event and by outcome, in pages', async () => {
    await server.post(`${path()}/events/${eventId}/redeliver`);
    const ofEvent = () => server.get(`${path()}/deliveries?eventId=${eventId}`);
    await until('it is listed', async () => resources(await ofEvent()).length > 0);
    const done = await server.get(`${path()}/deliveries?status=DELIVERED`);
    expect(resources(done)).toEqual([]);
    expect(pagination(await server.get(`${path()}/deliveries?limit=1`)).hasMore).toBe(true);
  });
});
