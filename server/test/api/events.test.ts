import { beforeAll, describe, expect, it } from 'vitest';
import { oddId } from '../../src/lib/id.ts';
import { newAgent, newApiKey } from '../support/agents.ts';
import { checkEndpoint } from '../support/checklist.ts';
import { checkList } from '../support/checklist-list.ts';
import { eventOf, eventsNow, eventShape, payloadOf } from '../support/events.ts';
import { pagination, refusal, resource, type Resource, resources } from '../support/http.ts';
import { waitingPayment } from '../support/moves.ts';
import { main, customer, stranger, to, testServer } from '../support/server.ts';
import { listOf } from '../support/shapes.ts';

const server = testServer();
let eventId: string;
beforeAll(async () => {
  eventId = (await eventOf(server, await payOnce(), 'payment.completed')).id;
});

const payOnce = async (values: object = {}): Promise<string> =>
  resource(await server.pay({ amount: 1, ...to(stranger), ...values })).id;

const common = { scope: 'payments.read' } as const;

checkEndpoint('GET /events', server, { ...common, response: listOf(eventShape) });

checkEndpoint('GET /events/{eventId}', server, {
  ...common,
  path: () => `/events/${eventId}`,
  response: { data: eventShape },
});

checkList('GET /events', server, {
  async more(count) {
    const made = await Promise.all(Array.from({ length: count }, () => payOnce()));
    await Promise.all(made.map((id) => eventOf(server, id, 'payment.completed')));
  },
  otherList: '/transactions',
});

describe('GET /events', () => {
  it('shows a payment that completed at once to payer and payee, to each as a read shows it', async () => {
    const id = await payOnce({ description: 'An atlas', tags: { order: '7' } });
    for (const key of [main.apiKey, stranger.apiKey]) {
      const event = await eventOf(server.as(key), id, 'payment.completed');
      expect(payloadOf(event)).toEqual(resource(await server.as(key).get(`/payments/${id}`)));
      expect(event.attributes).toMatchObject({ resourceId: id, resourceType: 'payment' });
      expect(resource(await server.as(key).get(`/events/${event.id}`))).toEqual(event);
    }
  });

  it('shows that a payment which completed at once was made and completed, next to each other', async () => {
    const id = await payOnce();
    for (const key of [main.apiKey, stranger.apiKey]) {
      const completed = await eventOf(server.as(key), id, 'payment.completed');
      const created = await eventOf(server.as(key), id, 'payment.created');
      expect([created.id.slice(4), completed.id.slice(4)]).toEqual([id.slice(4), oddId(id.slice(4))]);
      expect(await eventsNow(server.as(key), `&resourceId=${id}`)).toEqual([completed, created]);
      const [made, done] = [payloadOf(created), payloadOf(completed)];
      expect([made.attributes['status'], done.attributes['status']]).toEqual(['PROCESSING', 'COMPLETED']);
      expect({ ...made, attributes: { ...made.attributes, status: 'COMPLETED' } }).toEqual(done);
      for (const event of [created, completed])
        expect(resource(await server.as(key).get(`/events/${event.id}`))).toEqual(event);
      expect(refusal(await server.as(customer).get(`/events/${completed.id}`))[0]).toBe(404);
    }
  });

  it('shows the same of a payment of a request, whose events are stored', async () => {
    const asked = resource(
      await server.as(stranger).post('/payment-requests', { amount: 1, payer: to(main).counterparty }),
    );
    const paying = { paymentSource: { type: 'wallet' } };
    const { id } = resource(await server.post(`/payment-requests/${asked.id}/fulfill`, paying));
    await eventOf(server, id, 'payment.completed');
    const [completed, created] = await eventsNow(server, `&resourceId=${id}`);
    const shown = [created, completed].map((event) => [
      event?.attributes['eventType'],
      event && payloadOf(event).attributes['status'],
    ]);
    expect(shown).toEqual([
      ['payment.created', 'PROCESSING'],
      ['payment.completed', 'COMPLETED'],
    ]);
  });

  it('ends a page between the two, and begins the next one there', async () => {
    const ids = [await payOnce(), await payOnce()];
    await eventOf(server, ids[1] ?? '', 'payment.completed');
    const all = (await eventsNow(server)).slice(0, 6);
    for (const limit of [1, 3]) {
      const found: Resource[] = [];
      for (let cursor = ''; found.length < 6;) {
        const page = await server.get(`/events?limit=${limit}${cursor}`);
        found.push(...resources(page));
        cursor = `&cursor=${String(pagination(page).nextCursor)}`;
      }
      expect(found).toEqual(all);
    }
  });

  it('shows each state of a resource as it was, also after the next one', async () => {
    const { payment, id } = await waitingPayment(server);
    const [asked, waiting] = [
      resource(await server.get(`/approvals/${id}`)),
      resource(await server.get(`/payments/${payment.id}`)),
    ];
    await server.as(main.approverApiKey).post(`/approvals/${id}/approve`);
    const done = await eventOf(server, payment.id, 'payment.completed');
    expect(payloadOf(done)).toEqual(resource(await server.get(`/payments/${payment.id}`)));
    expect(payloadOf(await eventOf(server, payment.id, 'payment.created'))).toEqual(waiting);
    expect(payloadOf(await eventOf(server, id, 'approval.required'))).toEqual(asked);
    const names = (await eventsNow(server, `&resourceId=${payment.id}`)).map(
      ({ attributes }) => attributes['eventType'],
    );
    expect(names).toEqual(['payment.completed', 'payment.created']);
  });

  it('leaves out what the key may not read, and finds no such event by its id', async () => {
    const agent = await newAgent(server);
    const { id } = await eventOf(server, agent.id, 'agent.created');
    const { secret } = await newApiKey(server, { scopes: ['payments.read'] });
    for (const key of [secret, agent.key]) {
      const seen = await eventsNow(server.as(key), '');
      const types = new Set(seen.map(({ attributes }) => attributes['resourceType']));
      expect([types.has('payment'), types.has('agent')]).toEqual([true, false]);
      const none = [404, ['event_not_found'], ['eventId']];
      expect(refusal(await server.as(key).get(`/events/${id}`))).toEqual(none);
    }
  });

  it('shows nothing of other parties, and of a customer what its permission covers', async () => {
    const id = await payOnce();
    await eventOf(server, id, 'payment.completed');
    expect(await eventsNow(server.as(customer), `&resourceId=${id}`)).toEqual([]);
    const others = await server.as(stranger).get(`/events?partyId=${customer.partyId}`);
    expect(refusal(others)).toEqual([404, ['party_not_found'], ['partyId']]);
    const paid = resource(await server.as(customer).pay({ amount: 1, ...to(stranger) })).id;
    await eventOf(server.as(customer), paid, 'payment.completed');
    const seen = await eventsNow(server, `&partyId=${customer.partyId}`);
    expect(seen.map(({ attributes }) => attributes['resourceId'])).toContain(paid);
    const types = seen.map(({ attributes }) => attributes['resourceType']);
    expect(types.filter((type) => !['payment', 'refund', 'transfer'].includes(String(type)))).toEqual([]);
  });

  it('filters by time', async () => {
    const { id } = await eventOf(server, await payOnce(), 'payment.completed');
    const event = resource(await server.get(`/events/${id}`));
    const at = String(event.attributes['createdAt']);
    const later = new Date(Date.parse(at) + 1).toISOString();
    const query = `&eventType=payment.completed&resourceId=${String(event.attributes['resourceId'])}`;
    expect(await eventsNow(server, `${query}&createdAfter=${at}&createdBefore=${later}`)).toEqual([event]);
    expect(await eventsNow(server, `${query}&createdBefore=${at}`)).toEqual([]);
    expect(await eventsNow(server, `${query}&createdAfter=${later}`)).toEqual([]);
  });

  it.each([
    ['eventType=payment.vanished', 'eventType'],
    ['resourceId=1', 'resourceId'],
    ['createdAfter=now', 'createdAfter'],
    ['partyId=1', 'partyId'],
  ])('refuses %s', async (query, parameter) => {
    expect(refusal(await server.get(`/events?${query}`))).toEqual([400, ['invalid_value'], [parameter]]);
  });
});
