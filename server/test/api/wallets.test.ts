import { describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { checkList } from '../support/checklist-list.ts';
import { refusal, resource, resources, withoutRequestId } from '../support/http.ts';
import { main, stranger, delegate, restrictedDelegate, testServer } from '../support/server.ts';
import { listOf } from '../support/shapes.ts';
import { closeWallet, newWallet, walletNow, walletWith } from '../support/wallets.ts';

const server = testServer();
const path = (id: string): string => `/wallets/${id}`;
const fresh = (): Promise<string> => newWallet(server);
const change = (id: string, values: object, key = main.apiKey) => server.as(key).patch(path(id), values);

const common = { scope: 'wallets.update' } as const;
const reading = { scope: 'wallets.read' } as const;
const active = walletWith('active');

checkEndpoint('POST /wallets', server, {
  ...common,
  status: 201,
  response: { data: active },
  // A currency each, because a party has at most 50 wallets of one.
  body: () => ({ displayName: 'Drawer', currency: ['USD', 'CHF', 'GBP', 'JPY'][drawn++ % 4] }),
  otherBody: { displayName: 'Another' },
});
let drawn = 0;

checkEndpoint('GET /wallets', server, {
  ...reading,
  response: listOf(walletWith(expect.toBeOneOf(['active', 'frozen', 'closed']))),
});

checkEndpoint('GET /wallets/{walletId}', server, {
  ...reading,
  alsoHas: ['PATCH', 'DELETE'],
  path: () => path(main.walletId),
  response: { data: active },
});

checkEndpoint('PATCH /wallets/{walletId}', server, {
  ...common,
  alsoHas: ['DELETE'],
  path: () => path(main.walletId),
  response: { data: active },
  body: () => ({ displayName: 'Till' }),
  otherBody: { displayName: 'Another' },
});

for (const [action, status] of [
  ['default', 'active'],
  ['freeze', 'frozen'],
  ['unfreeze', 'active'],
]) {
  checkEndpoint(`POST /wallets/{walletId}/${action}`, server, {
    ...common,
    action: true,
    path: async () => {
      if (action === 'default') return `${path(main.walletId)}/default`;
      await server.as(main.apiKey).delete(path(reused));
      reused = await fresh();
      return `${path(reused)}/${action}`;
    },
    response: { data: walletWith(status) },
  });
}
let reused = `wal_${'0'.repeat(32)}`; // closed once it was used: a party has at most 50 wallets of a currency

checkEndpoint('DELETE /wallets/{walletId}', server, {
  ...common,
  alsoHas: ['PATCH'],
  path: async () => path(await newWallet(server, { currency: ['EUR', 'CHF', 'GBP'][drawn++ % 3] })),
  response: { data: walletWith('closed'), meta: { deleted: true } },
  moves: true,
});

checkList('GET /wallets', server, {
  more: async (count) => {
    for (let made = 0; made < count; made += 1) {
      const id = await newWallet(server, { currency: 'SEK' });
      await closeWallet(server, id);
    }
  },
  otherList: '/agents',
});

describe('POST /wallets', () => {
  it('opens an empty wallet with what was sent, which is not the default one', async () => {
    const sent = { displayName: 'Petty cash ☕', currency: 'EUR', tags: { team: 'north' } };
    const made = resource(await server.post('/wallets', sent));
    const balance = { available: 0, held: 0, total: 0, receivable: 0, currency: 'EUR' };
    expect(made.attributes).toMatchObject({ ...sent, status: 'active', isDefault: false, balance });
    expect(await walletNow(server, made.id)).toEqual(made);
    const events = await server.sql`SELECT from_status, to_status FROM events
      WHERE resource_id = ${made.id.slice(4)}`;
    expect(events).toEqual([{ from_status: null, to_status: 'active' }]);
  });

  it('opens at most 50 in one currency, of which closed ones do not count', async () => {
    const key = delegate.apiKey;
    const ids = [];
    for (let made = 0; made < 50; made += 1) ids.push(await newWallet(server.as(key), { currency: 'NOK' }));
    const one = { displayName: 'One more', currency: 'NOK' };
    expect(refusal(await server.as(key).post('/wallets', one))).toEqual([409, ['conflict'], [undefined]]);
    await closeWallet(server.as(key), ids[7] ?? '');
    expect((await server.as(key).post('/wallets', one)).status).toBe(201);
    expect((await server.as(key).post('/wallets', { ...one, currency: 'DKK' })).status).toBe(201);
  });

  it.each([
    ['no name', {}, ['/displayName']],
    ['null as name', { displayName: null }, ['/displayName']],
    ['an invisible name', { displayName: ' \u200b' }, ['/displayName']],
    ['a name of 129 characters', { displayName: 'n'.repeat(129) }, ['/displayName']],
    ['an unknown currency', { displayName: 'n', currency: 'usd' }, ['/currency']],
    ['a status', { displayName: 'n', status: 'frozen' }, ['/status']],
    ['a balance', { displayName: 'n', balance: { available: 1 } }, ['/balance']],
    ['another owner', { displayName: 'n', partyId: `pty_${'0'.repeat(32)}` }, ['/partyId']],
  ])('refuses %s', async (_name, values, pointers) => {
    expect(refusal(await server.post('/wallets', values))).toEqual([
      422,
      pointers.map(() => 'invalid_value'),
      pointers.map((pointer) => `/data/attributes${pointer}`),
    ]);
  });
});

describe('GET /wallets', () => {
  it('filters by status and currency', async () => {
    const [first, second] = [
      await newWallet(server, { currency: 'PLN' }),
      await newWallet(server, { currency: 'PLN' }),
    ];
    await server.post(`${path(first)}/freeze`);
    const shown = async (query: string) =>
      resources(await server.get(`/wallets?${query}`)).map(({ id }) => id);
    expect(await shown('currency=PLN')).toEqual([second, first]);
    expect(await shown('currency=PLN&status=frozen')).toEqual([first]);
    expect(await shown('currency=PLN&status=closed')).toEqual([]);
  });

  it.each(['status=FROZEN', 'status=', 'currency=usd', 'partyId=pty_1'])('refuses %s', async (query) => {
    const [name] = query.split('=');
    expect(refusal(await server.get(`/wallets?${query}`))).toEqual([400, ['invalid_value'], [name]]);
  });

  it("shows a customer's wallets with the permission wallets.read only", async () => {
    const of = `partyId=${main.partyId}`;
    const open = `/wallets?limit=100&currency=USD&status=active&${of}`;
    const shown = resources(await server.as(restrictedDelegate).get(open));
    expect(shown.map(({ id }) => id)).toContain(main.walletId);
    const one = await server.as(restrictedDelegate).get(`${path(main.walletId)}?${of}`);
    expect(resource(one)).toEqual(await walletNow(server, main.walletId));
    for (const { apiKey } of [delegate, stranger]) {
      expect(refusal(await server.as(apiKey).get(`/wallets?${of}`))).toEqual([
        404,
        ['party_not_found'],
        ['partyId'],
      ]);
      expect(refusal(await server.as(apiKey).get(`${path(main.walletId)}?${of}`))).toEqual([
        404,
        ['wallet_not_found'],
        ['walletId'],
      ]);
    }
  });
});

describe("another party's wallet", () => {
  it('looks absent to every endpoint', async () => {
    const absent = `wal_${'0'.repeat(32)}`;
    const key = stranger.apiKey;
    const requests = [
      (id: string) => server.as(key).get(path(id)),
      (id: string) => change(id, { displayName: 'Mine' }, key),
      (id: string) => closeWallet(server.as(key), id),
      ...['default', 'freeze', 'unfreeze'].map(
        (action) => (id: string) => server.as(key).post(`${path(id)}/${action}`),
      ),
    ];
    for (const request of requests) {
      const [theirs, none] = [await request(main.walletId), await request(absent)];
      expect(refusal(theirs)).toEqual([404, ['wallet_not_found'], ['walletId']]);
      expect(withoutRequestId(theirs)).toEqual(withoutRequestId(none));
    }
  });
});

describe('PATCH /wallets/{walletId}', () => {
  it('changes the name and tags that are sent, and nothing else', async () => {
    const id = await newWallet(server, { currency: 'PLN', tags: { a: '1', b: '2' } });
    await change(id, { displayName: 'Renamed' });
    const changed = resource(await change(id, { tags: { a: null, c: '3' } }));
    expect(changed.attributes).toMatchObject({ displayName: 'Renamed', tags: { b: '2', c: '3' } });
    expect(resource(await change(id, {}))).toEqual(changed);
  });

  it('refuses a closed wallet, and what may not change', async () => {
    const id = await newWallet(server, { currency: 'PLN' });
    expect(refusal(await change(id, { currency: 'EUR' }))).toEqual([
      422,
      ['invalid_value'],
      ['/data/attributes/currency'],
    ]);
    await closeWallet(server, id);
    expect(refusal(await change(id, { displayName: 'Late' }))).toEqual([409, ['conflict'], ['walletId']]);
  });
});
