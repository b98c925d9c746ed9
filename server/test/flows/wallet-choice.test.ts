import { describe, expect, it } from 'vitest';
import { newAgent } from '../support/agents.ts';
import { refusal, resource, resources } from '../support/http.ts';
import { approvalsOf, asAgent, withdraw } from '../support/moves.ts';
import { main, customer, stranger, to, testServer, secondServer } from '../support/server.ts';
import { bindAgent, closeWallet, fundedWallet, moveMoney, newWallet, sumsOf } from '../support/wallets.ts';
import { expectBalancedBooks } from './books.ts';
import { clientAt, type ApiClient } from '../support/client.ts';

const server = testServer();
const second = secondServer(server);
const payBy = (values: object, key = main.apiKey, at: ApiClient = server) =>
  at.as(key).pay({ amount: 1, ...to(stranger), ...values });
const atWallet = '/data/attributes/walletId';
const nameAt = (index: number) => `/data/attributes/walletIds/${index}`;
const notAllowed = [403, ['wallet_not_allowed'], [atWallet]];

describe('a wallet that is named', () => {
  it('pays, and no other one helps out', async () => {
    const walletId = await fundedWallet(server, 100);
    expect((await payBy({ amount: 60, walletId })).status).toBe(201);
    expect(await sumsOf(server, walletId)).toEqual([40, 0]);
    expect(refusal(await payBy({ amount: 41, walletId }))).toEqual([
      409,
      ['insufficient_funds'],
      ['/data/attributes/amount'],
    ]);
    const withdrawn = resource(await withdraw(server, { amount: 40, walletId }));
    expect(withdrawn.relationships['wallet']?.data?.id).toBe(walletId);
    expect((await sumsOf(server, walletId))[0]).toBe(0);
  });

  it("is refused if it is another party's, absent, in another currency or closed", async () => {
    const closed = await newWallet(server);
    await closeWallet(server, closed);
    const euros = await newWallet(server, { currency: 'EUR' });
    const cases: Array<[walletId: string, ReturnType<typeof refusal>]> = [
      [stranger.walletId, [404, ['wallet_not_found'], [atWallet]]],
      [`wal_${'0'.repeat(32)}`, [404, ['wallet_not_found'], [atWallet]]],
      [euros, [422, ['invalid_value'], [atWallet]]],
      [closed, [409, ['conflict'], [atWallet]]],
    ];
    const payer = { type: 'email', value: 'payer@example.com' };
    for (const [walletId, expected] of cases) {
      const replies = [
        await payBy({ walletId }),
        await payBy({ walletId, customerPartyId: main.partyId }),
        await withdraw(server, { walletId }),
        await server.post('/payment-requests', { amount: 1, payer, walletId }),
      ];
      expect(replies.map(refusal)).toEqual(replies.map(() => expected));
    }
  });

  it("may be a customer's, if the customer pays", async () => {
    const values = { customerPartyId: customer.partyId };
    expect((await payBy({ ...values, walletId: customer.walletId })).status).toBe(201);
    expect(refusal(await payBy({ walletId: customer.walletId }))[0]).toBe(404);
    expect(refusal(await payBy({ ...values, walletId: main.walletId }))[0]).toBe(404);
  });

  it('is kept while the payment or withdrawal is in review, and pays when it is approved', async () => {
    const key = { key: main.approverApiKey };
    const { id: agentId } = await newAgent(server, { limits: { perTransaction: 1 } });
    const walletId = await fundedWallet(server, 1_000);
    const headers = asAgent(agentId);
    const values = { amount: 300, walletId };
    const requested = [
      resource(await server.post('/payments', { ...values, ...to(stranger) }, headers)),
      resource(await withdraw(server.with(headers), values)),
    ];
    expect(await sumsOf(server, walletId)).toEqual([1_000, 0]);
    for (const each of requested) {
      const [approval] = await approvalsOf(server, each);
      expect((await server.as(key).post(`/approvals/${approval?.id}/approve`)).status).toBe(200);
    }
    expect((await sumsOf(server, walletId))[0]).toBe(400);
  });

  it('is not replaced by another one if it was closed before the approval', async () => {
    const { id: agentId } = await newAgent(server, { limits: { perTransaction: 1 } });
    const walletId = await newWallet(server);
    const sent = { amount: 300, walletId, ...to(stranger) };
    const payment = resource(await server.post('/payments', sent, asAgent(agentId)));
    await closeWallet(server, walletId);
    const [approval] = await approvalsOf(server, payment);
    const key = { key: main.approverApiKey };
    const refused = await server.as(key).post(`/approvals/${approval?.id}/approve`);
    expect(refusal(refused)).toEqual([409, ['conflict'], [undefined]]);
    expect((await server.post(`/payments/${payment.id}/cancel`)).status).toBe(200);
  });

  it('is shown as the one that receives in the list of payment requests, until it is closed', async () => {
    const walletId = await newWallet(server);
    const payer = { type: 'email', value: 'payer@example.com' };
    await server.post('/payment-requests', { amount: 1, payer, walletId });
    const shown = async () =>
      resources(await server.get('/payment-requests?limit=1'))[0]?.relationships['wallet']?.data?.id;
    expect(await shown()).toBe(walletId);
    await closeWallet(server, walletId);
    expect(await shown()).toBe(main.walletId);
  });
});

describe('an agent that is bound to wallets', () => {
  it('spends from no other, and from all of them again when it is bound to none', async () => {
    const { id, key } = await newAgent(server, {});
    const [first, other] = [await fundedWallet(server, 10), await fundedWallet(server, 10)];
    const bound = resource(await bindAgent(server, id, [first, first]));
    expect(bound.attributes['walletIds']).toEqual([first]);
    const withdrawBy = (values: object) => withdraw(server.with(asAgent(id)), { amount: 1, ...values });
    expect((await payBy({}, key)).status).toBe(201);
    expect((await payBy({ walletId: first }, key)).status).toBe(201);
    expect((await withdrawBy({})).status).toBe(200);
    expect((await sumsOf(server, first))[0]).toBe(7);
    const refused = [
      await payBy({ walletId: other }, key),
      await payBy({ walletId: main.walletId }, key),
      await payBy({ walletId: other }, key, second),
      await withdrawBy({ walletId: other }),
    ];
    expect(refused.map(refusal)).toEqual(refused.map(() => notAllowed));
    expect(refusal(await payBy({ currency: 'EUR' }, key))[1]).toEqual(['wallet_not_allowed']);
    await bindAgent(server, main.agentId, [first]);
    const fromCustomer = { customerPartyId: customer.partyId };
    expect(refusal(await payBy(fromCustomer, main.agentKey))[1]).toEqual(['wallet_not_allowed']);
    await bindAgent(server, main.agentId, null);
    expect((await payBy(fromCustomer, main.agentKey)).status).toBe(201);
    await bindAgent(server, id, null);
    expect((await payBy({ walletId: other }, key)).status).toBe(201);
  });

  it('is bound on all servers from the response on', async () => {
    const { id, key } = await newAgent(server, {});
    const walletId = await fundedWallet(server, 10);
    const servers = [server.baseUrl, second.baseUrl];
    for (let round = 0; round < 5; round += 1) {
      for (const url of servers) expect((await payBy({}, key, clientAt(url))).status).toBe(201);
      const busy = servers.flatMap((url) => [payBy({}, key, clientAt(url)), payBy({}, key, clientAt(url))]);
      await bindAgent(server, id, [walletId]);
      const late = await Promise.all(
        servers.map((url) => payBy({ walletId: main.walletId }, key, clientAt(url))),
      );
      expect(late.map(refusal)).toEqual(late.map(() => notAllowed));
      for (const reply of await Promise.all(busy)) expect(reply.status).toBe(201);
      await bindAgent(server, id, null);
      await moveMoney(server, main.walletId, walletId, 10);
    }
  });

  it('can be bound to own, open wallets only', async () => {
    const closed = await newWallet(server);
    await closeWallet(server, closed);
    const foreign = await bindAgent(server, main.limitedAgentId, [main.walletId, stranger.walletId]);
    expect(refusal(foreign)).toEqual([404, ['wallet_not_found'], [nameAt(1)]]);
    expect(refusal(await bindAgent(server, main.limitedAgentId, [closed]))).toEqual([
      409,
      ['conflict'],
      [nameAt(0)],
    ]);
    const made = await server.post('/agents', { name: 'Bound', walletIds: [stranger.walletId] });
    expect(refusal(made)).toEqual([404, ['wallet_not_found'], [nameAt(0)]]);
  });

  it('cannot be approved to spend from a wallet that it was bound away from', async () => {
    const { id } = await newAgent(server, { limits: { perTransaction: 1 } });
    const sent = { amount: 300, ...to(stranger) };
    const payment = resource(await server.post('/payments', sent, asAgent(id)));
    await bindAgent(server, id, [await newWallet(server, { currency: 'CHF' })]);
    const [approval] = await approvalsOf(server, payment);
    const key = { key: main.approverApiKey };
    const refused = await server.as(key).post(`/approvals/${approval?.id}/approve`);
    expect(refusal(refused)).toEqual([409, ['conflict'], [undefined]]);
  });
});

describe('after all of these tests', () => {
  it('the books are balanced', () => expect(expectBalancedBooks(server.sql)).resolves.toBeUndefined());
});
