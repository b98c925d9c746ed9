import { beforeAll, describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { checkList } from '../support/checklist-list.ts';
import { pagination, refusal, resource, resources } from '../support/http.ts';
import { askFor, fulfil } from '../support/payment-requests.ts';
import { main, customer, stranger, byId, testServer } from '../support/server.ts';
import { listOf } from '../support/shapes.ts';
import { listedPaymentRequestShape } from '../support/shapes-payments.ts';

const server = testServer();
const listedById = listedPaymentRequestShape('party_id');

beforeAll(() => askFor(server));
const read = async (id: string, key?: string) =>
  resource(await server.as(key).get(`/payment-requests/${id}`));
const incoming = async (query = '', key?: string) =>
  resources(await server.as(key).get(`/payment-requests/incoming${query}`));

checkEndpoint('GET /payment-requests/{paymentRequestId}', server, {
  path: async () => `/payment-requests/${(await incoming())[0]?.id}`,
  scope: 'payments.read',
  response: { data: listedById },
});

checkEndpoint('GET /payment-requests/incoming', server, {
  scope: 'payments.read',
  response: listOf(listedById),
});

checkList('GET /payment-requests/incoming', server, {
  more: async (count) => {
    for (let made = 0; made < count; made += 1) await askFor(server);
  },
  otherList: '/payment-requests',
});

describe('a payment request', () => {
  it('shows the payer neither tags, nor agent, nor wallet of the requester', async () => {
    const payer = byId(stranger);
    const { id } = await askFor(server, { payer, tags: { order: '1' } }, main.agentKey);
    const own = await read(id);
    expect(own.attributes['tags']).toEqual({ order: '1' });
    expect(own.relationships).toMatchObject({
      initiatorAgent: { data: { id: main.agentId } },
      wallet: { data: { id: main.walletId } },
    });
    const seen = await read(id, stranger.apiKey);
    expect(seen.attributes['tags']).toEqual({});
    expect([seen.relationships['initiatorAgent'], seen.relationships['wallet']]).toEqual([
      { data: null },
      { data: null },
    ]);
    expect((await incoming('?limit=1', stranger.apiKey))[0]).toEqual(seen);
  });
});

describe('GET /payment-requests/incoming', () => {
  it('shows what is addressed to the id and to the verified address of the party, by status', async () => {
    const made: string[] = [];
    for (const payer of [
      byId(stranger),
      { type: 'email', value: stranger.email.toUpperCase() },
      { type: 'agent_id', value: stranger.agentId },
      { type: 'email', value: 'nobody@example.com' },
    ]) {
      made.unshift((await askFor(server, { payer })).id);
    }
    const [, toAgent, byMail, byPartyId] = made;
    const key = stranger.apiKey;
    await server.as(key).post(`/payment-requests/${byMail}/decline`);
    const ids = async (query: string): Promise<string[]> => (await incoming(query, key)).map(({ id }) => id);
    expect((await ids('')).slice(0, 3)).toEqual([toAgent, byMail, byPartyId]);
    expect(await ids('?status=DECLINED')).toEqual([byMail]);
    expect((await ids('?status=OPEN')).slice(0, 2)).toEqual([toAgent, byPartyId]);
    const first = await server.as(key).get('/payment-requests/incoming?status=OPEN&limit=1');
    const { nextCursor } = pagination(first);
    expect((await ids(`?status=OPEN&limit=1&cursor=${nextCursor}`))[0]).toBe(byPartyId);
    const bad = await server.as(key).get('/payment-requests/incoming?status=open');
    expect(refusal(bad)).toEqual([400, ['invalid_value'], ['status']]);
  });

  it('leaves out what the party asks for itself, even at its own address', async () => {
    const key = stranger.apiKey;
    const { id } = await askFor(server, { payer: { type: 'email', value: stranger.email } }, key);
    expect((await incoming('', key)).map((each) => each.id)).not.toContain(id);
    expect(refusal(await fulfil(server.as(key), { id }))).toEqual([403, ['forbidden'], [undefined]]);
  });
});

describe('with `partyId`, a read of payment requests', () => {
  it('shows what a customer who delegated `payments.read` asks for and is asked for, as the customer sees it', async () => {
    const payer = byId(customer);
    await Promise.all([askFor(server, { payer }, stranger.apiKey), askFor(server)]); // so that there are two pages
    const asked = await askFor(server, { payer }, stranger.apiKey);
    const made = await askFor(server, { tags: { order: '9' } });
    const forCustomer = `partyId=${customer.partyId}&limit=1`;
    for (const [path, { id }] of [
      ['/payment-requests/incoming', asked],
      ['/payment-requests', made],
    ] as const) {
      const seen = await read(id, customer.apiKey);
      expect(resources(await server.as(main.agentKey).get(`${path}?${forCustomer}`))).toEqual([seen]);
      expect(resources(await server.get(`${path}?${forCustomer.replace('p', 'customerP')}`))).toEqual([seen]);
      expect(await read(`${id}?partyId=${customer.partyId}`)).toEqual(seen);
      const next = `${path}?${forCustomer}&cursor=`;
      const { nextCursor } = pagination(await server.get(`${path}?${forCustomer}`));
      expect((await server.get(next + nextCursor)).status).toBe(200);
      const own = await server.get(`${path}?limit=1&cursor=${nextCursor}`);
      expect(refusal(own)).toEqual([400, ['invalid_pagination_cursor'], ['cursor']]);
    }
  });

  it('shows nothing of a party that did not', async () => {
    const { id } = await askFor(server);
    for (const { partyId, key } of [
      { partyId: stranger.partyId, key: undefined },
      { partyId: customer.partyId, key: stranger.apiKey },
    ]) {
      for (const path of ['/payment-requests', '/payment-requests/incoming']) {
        const reply = await server.as(key).get(`${path}?partyId=${partyId}`);
        expect(refusal(reply)).toEqual([404, ['party_not_found'], ['partyId']]);
      }
      const one = await server.as(key).get(`/payment-requests/${id}?partyId=${partyId}`);
      expect(refusal(one)).toEqual([404, ['payment_request_not_found'], ['paymentRequestId']]);
    }
    const bad = await server.get('/payment-requests?partyId=pty_1');
    expect(refusal(bad)).toEqual([400, ['invalid_value'], ['partyId']]);
  });
});
