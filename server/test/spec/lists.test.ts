import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagination, refusal, resources } from '../support/http.ts';
import { type Endpoint, endpoints, nameOf } from './endpoints.ts';
import { addAgentKeys, addCustomers } from './rows.ts';
import { samplesOf } from './samples.ts';
import { makeWorld, type World } from './world.ts';
import { main, customer, stranger, delegate, restrictedDelegate, newAddress } from '../support/server.ts';

let world: World;
const most = 100;
const rows = most + 1; // one more than a page can hold

const lists = endpoints.flatMap((endpoint) =>
  endpoint.pages ? [[nameOf(endpoint), endpoint, endpoint.pages] as const] : [],
);

beforeAll(async () => {
  world = await makeWorld();
  await Promise.all([addAgentKeys(world, rows), addCustomers(world, rows), invite()]);
  for (let row = 0; row < rows; row += 1) await Promise.all(makeRows());
});
afterAll(() => world.close());

const to = (type: string, value: string) => ({ counterparty: { type, value } });

/** Creates a row for each of the lists that requests fill. */
function makeRows(): Promise<unknown>[] {
  const amount = 1;
  const address = newAddress();
  return [
    post('/payments', { amount, ...to('email', address) }),
    post('/payments', { amount: 10_001, ...to('party_id', stranger.partyId) }, main.limitedAgentKey),
    post('/transfers/withdraw', { amount, externalAccountId: main.externalAccountId }),
    post('/payment-requests', { amount, payer: { type: 'email', value: address } }),
  ];
}

async function invite(): Promise<void> {
  const emails = Array.from({ length: most }, () => newAddress());
  await post('/party-invitations', { invitations: emails.map((email) => ({ email, role: 'MEMBER' })) });
}

async function post(path: string, values: object, key = main.apiKey): Promise<void> {
  const reply = await world.as(key).post(path, values);
  expect([path, reply.status < 300 ? 'done' : reply.text]).toEqual([path, 'done']);
}

const get = (path: string, key = main.apiKey) => world.as(key).get(path);

const pathOf = (endpoint: Endpoint): string => samplesOf(endpoint, world)[0].path.split('?')[0] ?? '';

/** Returns the ids of a list, page by page. */
async function walk(path: string, key?: string): Promise<string[]> {
  const [address, filters = ''] = path.split('?');
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const from: string = cursor && `&cursor=${cursor}`;
    const reply = await get(`${address}?limit=${most}${from}&${filters}`, key);
    expect([path, reply.status]).toEqual([path, 200]);
    found.push(...resources(reply).map(({ id }) => id));
    cursor = pagination(reply).nextCursor;
  }
  return found;
}

describe.each(lists)('%s', (_name, endpoint, { byDefault }) => {
  it.each(['', '/api'])('has pages of 1 to 100 rows under “%s”', async (prefix) => {
    const path = prefix + pathOf(endpoint);
    const sizes = [];
    for (const query of ['', '?limit=1', '?limit=100']) sizes.push(resources(await get(path + query)).length);
    expect(sizes).toEqual([byDefault, 1, 100]);
    for (const limit of ['0', '101', '-1', '1.5', 'x', '']) {
      const reply = await get(`${path}?limit=${limit}`);
      expect([limit, ...refusal(reply)]).toEqual([limit, 400, ['invalid_value'], ['limit']]);
    }
  });

  it('continues from its cursor to the end, and shows each row once', async () => {
    const path = pathOf(endpoint);
    const first = await get(`${path}?limit=100`);
    const { hasMore, nextCursor } = pagination(first);
    expect([hasMore, typeof nextCursor]).toEqual([true, 'string']);
    const all = await walk(path);
    expect(all.slice(0, most)).toEqual(resources(first).map(({ id }) => id));
    expect([all.length >= rows, new Set(all).size]).toEqual([true, all.length]);
  });

  it('refuses a cursor of another list', async () => {
    const path = pathOf(endpoint);
    const { nextCursor } = pagination(await get(`${path}?limit=1`));
    const elsewhere = endpoint.number === 8 ? '/transactions' : '/payment-requests';
    const addresses = [`${path}?cursor=x`, `${path}?cursor=`, `${elsewhere}?cursor=${nextCursor}`];
    for (const address of addresses) {
      const found = refusal(await get(address));
      expect([address, ...found]).toEqual([address, 400, ['invalid_pagination_cursor'], ['cursor']]);
    }
  });
});

describe('the list filters', () => {
  it('agentId selects the keys of one agent', async () => {
    const ofOne = (id: string) => walk(`/agent-keys?agentId=${id}`);
    const lists = await Promise.all(
      [main.agentId, main.limitedAgentId, main.ruledAgentId, main.travelAgentId].map(ofOne),
    );
    expect(lists.flat().toSorted()).toEqual((await walk('/agent-keys')).toSorted());
    expect(lists.slice(1).map(({ length }) => length)).toEqual([1, 1, 1]);
  });

  it('partyId shows the transfers of a customer that delegated payments.read, and of no other party', async () => {
    const path = `/transfers?partyId=${main.partyId}`;
    expect(await walk(path, delegate.apiKey)).toEqual(await walk('/transfers'));
    expect(await walk(path)).toEqual(await walk('/transfers')); // its own party
    for (const key of [restrictedDelegate.apiKey, stranger.apiKey]) {
      expect(refusal(await get(path, key))).toEqual([404, ['party_not_found'], ['partyId']]);
    }
  });

  it('type selects payments or transfers, and all shows both', async () => {
    const [all, payments, transfers] = await Promise.all(
      ['all', 'payment', 'transfer'].map((type) => walk(`/transactions?type=${type}`)),
    );
    expect([...(payments ?? []), ...(transfers ?? [])].toSorted()).toEqual(all?.toSorted());
    for (const type of ['payment', 'transfer']) {
      const shown = resources(await get(`/transactions?type=${type}&limit=100`));
      expect(new Set(shown.map((each) => each.attributes['transactionType']))).toEqual(new Set([type]));
      expect(new Set(shown.map((each) => type in each.relationships))).toEqual(new Set([true]));
    }
  });

  it('status selects approvals in one state', async () => {
    for (const status of ['pending', 'approved', 'denied', 'canceled']) {
      const shown = resources(await get(`/approvals?status=${status}&limit=100`));
      expect([status, ...new Set(shown.map((each) => each.attributes['status']))]).toEqual([status, status]);
    }
  });

  it('direction selects payees or payers, and its pages contain only those', async () => {
    const [all, sent, received] = await Promise.all(
      ['', '?direction=sent', '?direction=received'].map((query) => walk(`/counterparties${query}`)),
    );
    expect(received).toEqual([customer.partyId]);
    expect(sent).toContain(stranger.partyId);
    expect(sent).not.toContain(customer.partyId);
    expect(new Set([...(sent ?? []), ...(received ?? [])])).toEqual(new Set(all));
    const page = await get('/counterparties?direction=received&limit=1');
    expect(pagination(page)).toEqual({ hasMore: false, nextCursor: null });
  });

  it('party_id, email and status select invitations, alone and together', async () => {
    const path = '/party-invitations';
    expect(await walk(`${path}?party_id=${main.partyId}`)).toEqual(await walk(path));
    expect(await walk(`${path}?party_id=${stranger.partyId}`)).toEqual([]);
    expect(await walk(`${path}?partyId=${main.partyId}`)).toEqual(await walk(path));
    expect(await walk(`${path}?partyId=${stranger.partyId}`)).toEqual([]);
    const two = await get(`${path}?party_id=${main.partyId}&partyId=${stranger.partyId}`, main.apiKey);
    expect(refusal(two)).toEqual([400, ['invalid_value'], ['partyId']]);
    const late = await walk(`${path}?email=LATE@example.com`);
    expect([late.length, await walk(`${path}?status=EXPIRED`)]).toEqual([1, late]);
    expect(await walk(`${path}?party_id=${main.partyId}&email=late@example.com&status=EXPIRED`)).toEqual(
      late,
    );
    expect(await walk(`${path}?email=late@example.com&status=PENDING`)).toEqual([]);
    const pending = await walk(`${path}?status=PENDING`);
    expect([...pending, ...late].toSorted()).toEqual((await walk(path)).toSorted());
  });
});
