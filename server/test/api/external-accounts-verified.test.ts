import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import {
  amountsOf,
  link,
  linked,
  linkedWithExample,
  newAccount,
  newAccountNumber,
  verify,
  verifyAll,
  wrongAmounts,
} from '../support/external-accounts.ts';
import { call, refusal, resource, withoutRequestId } from '../support/http.ts';
import { asAgent, withdraw } from '../support/moves.ts';
import { main, stranger, testServer } from '../support/server.ts';
import { externalAccountShape } from '../support/shapes-parties.ts';
import { idOf, related } from '../support/shapes.ts';

const server = testServer();
const path = (id: string): string => `/external-accounts/${id}`;
const remove = (id: string) => server.delete(path(id));
const common = { scope: 'external_accounts.create', agents: 'refused' } as const;

checkEndpoint('POST /external-accounts/{externalAccountId}/verify', server, {
  ...common,
  path: async () => `${path(await linkedWithExample(server))}/verify`,
  response: { data: externalAccountShape('active') },
  body: () => ({ amounts: [45, 32] }),
  otherBody: { amounts: [1, 2] },
});

checkEndpoint('GET /simulations/external-accounts/{externalAccountId}/micro-deposits', server, {
  ...common,
  path: async () => `/simulations${path(await linkedWithExample(server))}/micro-deposits`,
  response: {
    data: {
      type: 'microDeposits',
      id: idOf('eac'),
      attributes: { amounts: [32, 45] },
      relationships: { externalAccount: related('externalAccount', 'eac') },
    },
  },
  moves: true,
});

describe('an external account', () => {
  it('is pending until both amounts come back, in any order, and only then takes withdrawals', async () => {
    await verifyAll(server);
    const id = await linked(server);
    const place = '/data/attributes/externalAccountId';
    expect(refusal(await withdraw(server, { externalAccountId: id }))).toEqual([
      409,
      ['external_account_not_usable'],
      [place],
    ]);
    const [first = 0, second = 0] = await amountsOf(server, id);
    expect(first === second).toBe(false);
    expect(resource(await verify(server, id, [second, first])).attributes['status']).toBe('active');
    expect((await withdraw(server, { externalAccountId: id })).status).toBe(200);
    for (const reply of [
      await verify(server, id, [first, second]),
      await server.get(`/simulations${path(id)}/micro-deposits`),
    ])
      expect(refusal(reply)).toEqual([409, ['conflict'], ['externalAccountId']]);
  });

  it('is disabled for good by five wrong attempts, each of which says how many are left', async () => {
    const id = await linked(server);
    const right = await amountsOf(server, id);
    for (const left of [4, 3, 2, 1]) {
      const reply = await verify(server, id, wrongAmounts(left));
      expect(refusal(reply)).toEqual([422, ['invalid_value'], ['/data/attributes/amounts']]);
      expect(reply.text).toContain(`Attempts left: ${left}.`);
      expect(await server.statusOf(id)).toBe('pending');
    }
    expect((await verify(server, id, wrongAmounts(5))).text).toContain('the account is disabled');
    expect(resource(await server.get(path(id))).attributes).toMatchObject({
      status: 'disabled',
      lastFour: '',
    });
    expect(refusal(await verify(server, id, right))).toEqual([
      409,
      ['external_account_not_usable'],
      ['externalAccountId'],
    ]);
  });

  it('counts a wrong attempt once for its idempotency key, and keeps the key from another attempt', async () => {
    const id = await linked(server);
    const key = randomUUID();
    const first = await verify(server, id, wrongAmounts(7), main.apiKey, key);
    for (let retry = 0; retry < 9; retry += 1) {
      const again = await verify(server, id, wrongAmounts(7), main.apiKey, key);
      expect([again.status, again.text]).toEqual([422, first.text]);
      expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    }
    const right = await amountsOf(server, id);
    expect(refusal(await verify(server, id, right, main.apiKey, key))).toEqual([
      409,
      ['idempotency_key_reused'],
      ['Idempotency-Key'],
    ]);
    expect((await verify(server, id, right)).status).toBe(200);
  });

  it('is verified by its own party only: for others it looks absent, and their attempts do not count', async () => {
    const id = await linked(server);
    const amounts = await amountsOf(server, id);
    const absent = await verify(server, `eac_${'0'.repeat(32)}`, amounts, stranger.apiKey);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const reply = await verify(server, id, amounts, stranger.apiKey);
      expect(refusal(reply)).toEqual([404, ['external_account_not_found'], ['externalAccountId']]);
      expect(withoutRequestId(reply)).toBe(withoutRequestId(absent));
    }
    for (const place of [path(id), `/simulations${path(id)}/micro-deposits`])
      expect(refusal(await server.as(stranger.apiKey).get(place))[0]).toBe(404);
    expect((await verify(server, id, amounts)).status).toBe(200);
  });

  it('is neither linked nor verified nor removed by an agent, nor does an agent see its amounts', async () => {
    await verifyAll(server);
    const id = await linked(server);
    for (const as of [{ key: main.apiKey, headers: asAgent(main.agentId) }, { key: main.agentKey }]) {
      for (const [method, place, values] of [
        ['POST', '/external-accounts', newAccount()],
        ['POST', `${path(id)}/verify`, { amounts: [1, 2] }],
        ['DELETE', path(id), null],
        ['GET', `/simulations${path(id)}/micro-deposits`, null],
      ] as const) {
        const body = values && { body: { data: { attributes: values } } };
        const reply = await call(server.baseUrl, method, place, { ...as, ...body });
        expect(refusal(reply)).toEqual([403, ['agent_not_allowed'], [undefined]]);
      }
    }
    expect(await server.statusOf(id)).toBe('pending');
  });

  it.each([
    ['one amount', [1]],
    ['three amounts', [1, 2, 3]],
    ['zero', [0, 1], '/0'],
    ['a hundred', [1, 100], '/1'],
    ['text', [1, '2'], '/1'],
    ['half a cent', [1.5, 2], '/0'],
    ['no list', 12],
  ])('does not count %s as an attempt', async (_name, amounts, at = '') => {
    const id = await linked(server);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const reply = await server.post(`${path(id)}/verify`, { amounts });
      expect(refusal(reply)).toEqual([422, ['invalid_value'], [`/data/attributes/amounts${at}`]]);
    }
    expect((await verify(server, id, await amountsOf(server, id))).status).toBe(200);
  });

  it('gets no new attempts by being removed and linked again, for 30 days', async () => {
    await verifyAll(server);
    const account = newAccount(newAccountNumber());
    for (const guesses of [4, 1]) {
      const { id } = resource(await link(server, account));
      for (let guess = 1; guess <= guesses; guess += 1) await verify(server, id, wrongAmounts(guess));
      await remove(id);
    }
    expect(refusal(await link(server, account))).toEqual([409, ['conflict'], [undefined]]);
    await server.post('/simulations/clock/advance', { seconds: 30 * 86_400 });
    const { id } = resource(await link(server, account));
    expect((await verify(server, id, await amountsOf(server, id))).status).toBe(200);
  });
});
