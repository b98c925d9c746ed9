import { beforeAll, describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { checkList } from '../support/checklist-list.ts';
import {
  refusal,
  resource,
  resources,
  withoutRequestId,
  type Resource,
  type Reply,
} from '../support/http.ts';
import { advance, asAgent, transferNow, withdraw } from '../support/moves.ts';
import { main, customer, stranger, delegate, restrictedDelegate, testServer } from '../support/server.ts';
import { listOf } from '../support/shapes.ts';
import { transferShape } from '../support/shapes-transfers.ts';

const server = testServer();
let sent: Resource;
const some = (): object => ({
  amount: 100,
  currency: 'USD',
  externalAccountId: main.externalAccountId,
  description: 'Takings of Monday',
});
const absent = `trf_${'0'.repeat(32)}`;

/** A withdrawal in review, made by main's purchasing agent. */
const reviewed = async () =>
  resource(await withdraw(server.with(asAgent(main.agentId)), { amount: 1_000_000_001 }));

beforeAll(async () => {
  sent = resource(await withdraw(server));
});

checkEndpoint('POST /transfers/withdraw', server, {
  scope: 'wallets.withdraw',
  agents: 'allowed',
  idempotency: 'required',
  response: { data: transferShape('withdrawal') },
  body: some,
});

checkEndpoint('GET /transfers', server, {
  scope: 'payments.read',
  response: listOf(transferShape('withdrawal'), transferShape('deposit')),
  moves: true,
});

checkEndpoint('GET /transfers/{transferId}', server, {
  path: () => `/transfers/${sent.id}`,
  scope: 'payments.read',
  response: { data: transferShape('withdrawal') },
  moves: true,
});

checkEndpoint('POST /transfers/{transferId}/cancel', server, {
  path: async () => `/transfers/${(await reviewed()).id}/cancel`,
  scope: 'wallets.withdraw',
  agents: 'allowed',
  response: { data: transferShape('withdrawal') },
  action: true,
});

checkList('GET /transfers', server, {
  more: (count) => Promise.all(Array.from({ length: count }, () => withdraw(server, { amount: 100 }))),
  otherList: '/transactions?type=transfer',
});

describe('GET /transfers', () => {
  it('shows a party its withdrawals and deposits, each as GET /transfers/{transferId} shows it', async () => {
    await advance(server, 60);
    const listed = resources(await server.get('/transfers?limit=3'));
    for (const each of listed) expect(await transferNow(server, each)).toStrictEqual(each);
    const theirs = resources(await server.as(customer).get('/transfers'));
    expect(theirs.map(({ attributes: { type, status, amount } }) => [type, status, amount])).toContainEqual([
      'deposit',
      'COMPLETED',
      500_000,
    ]);
    expect(resources(await server.as(delegate).get('/transfers'))).toEqual([]);
  });

  it('shows those of a customer that delegated payments.read, to keys of party and agent', async () => {
    const own = (await server.get('/transfers?limit=5')).text;
    const asDelegate = await server.as(delegate).get(`/transfers?limit=5&partyId=${main.partyId}`);
    expect(resources(asDelegate)).toEqual((JSON.parse(own) as { data: unknown }).data);
    const theirs = resources(await server.as(customer).get('/transfers'));
    for (const key of [main.apiKey, main.agentKey]) {
      const seen = await server.as(key).get(`/transfers?partyId=${customer.partyId}`);
      expect(resources(seen)).toEqual(theirs);
    }
    const named = await server.get(`/transfers?limit=5&partyId=${main.partyId}`);
    expect(resources(named)).toEqual((JSON.parse(own) as { data: unknown }).data);
  });

  it('returns 404 for any other party, byte for byte as for an unknown party', async () => {
    const replies = [
      await server.get(`/transfers?partyId=pty_${'0'.repeat(32)}`),
      await server.get(`/transfers?partyId=${stranger.partyId}`),
      await server.as(stranger).get(`/transfers?partyId=${main.partyId}`),
      await server.as(restrictedDelegate).get(`/transfers?partyId=${main.partyId}`),
      await server.as(main.limitedAgentKey).get(`/transfers?partyId=${customer.partyId}`),
    ];
    for (const reply of replies) {
      expect(refusal(reply)).toEqual([404, ['party_not_found'], ['partyId']]);
      expect(withoutRequestId(reply)).toBe(withoutRequestId(replies[0] as Reply));
    }
  });

  it.each(['', 'nonsense', absent, `pty_${'0'.repeat(32)}&partyId=x`])('refuses partyId=%s', async (id) => {
    for (const path of [`/transfers?partyId=${id}`, `/transfers/${sent.id}?partyId=${id}`]) {
      expect(refusal(await server.get(path))).toEqual([400, ['invalid_value'], ['partyId']]);
    }
  });
});

describe('GET /transfers/{transferId}', () => {
  it('shows a transfer of a customer that delegated payments.read', async () => {
    expect(refusal(await server.as(delegate).get(`/transfers/${sent.id}`))[0]).toBe(404);
    const seen = await server.as(delegate).get(`/transfers/${sent.id}?partyId=${main.partyId}`);
    expect(resource(seen)).toStrictEqual(await transferNow(server, sent));
  });

  it('returns 404 for a transfer of another party, byte for byte as for an unknown transfer', async () => {
    const missing = await server.get(`/transfers/${absent}`);
    expect(refusal(missing)).toEqual([404, ['transfer_not_found'], ['transferId']]);
    const foreign = [
      await server.as(stranger).get(`/transfers/${sent.id}`),
      await server.as(stranger).get(`/transfers/${sent.id}?partyId=${main.partyId}`),
      await server.as(restrictedDelegate).get(`/transfers/${sent.id}?partyId=${main.partyId}`),
      await server.get(`/transfers/${sent.id}?partyId=${stranger.partyId}`),
      await server.get(`/transfers/${sent.id}?partyId=pty_${'0'.repeat(32)}`),
      await server.post(`/transfers/${absent}/cancel`),
      await server.as(stranger).post(`/transfers/${sent.id}/cancel`),
      await server.as(delegate).post(`/transfers/${sent.id}/cancel`),
    ];
    for (const reply of foreign) {
      expect(reply.status).toBe(404);
      expect(withoutRequestId(reply)).toBe(withoutRequestId(missing));
    }
  });

  it.each([
    'nonsense',
    `trf_${'0'.repeat(31)}`,
    `trf_${'A'.repeat(32)}`,
    `pay_${'0'.repeat(32)}`,
    `${absent}%00`,
  ])('refuses the malformed id %s, in reading and canceling', async (id) => {
    const malformed = [400, ['invalid_value'], ['transferId']];
    expect(refusal(await server.get(`/transfers/${id}`))).toEqual(malformed);
    expect(refusal(await server.post(`/transfers/${id}/cancel`))).toEqual(malformed);
  });
});
