import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  call,
  codes,
  refusal,
  resource,
  resources,
  withoutRequestId,
  type Resource,
  type Reply,
} from '../support/http.ts';
import { approvalsOf, asAgent, transferNow, withdraw } from '../support/moves.ts';
import { main, customer, stranger, testServer } from '../support/server.ts';
import { seconds } from '../support/shapes.ts';
import { approvalAbout, exceeded, transferShape } from '../support/shapes-transfers.ts';

const server = testServer();
// The petty cash agent's per-transaction limit, in cents.
const petty = 10_000;
const at = (pointer: string) => [422, ['invalid_value'], [`/data/attributes${pointer}`]];
const byPetty = () => server.with(asAgent(main.limitedAgentId));
const statusOf = ({ attributes }: Resource): unknown => attributes['status'];
const newest = async (): Promise<Resource | undefined> =>
  resources(await server.get('/transfers?limit=1'))[0];

/** Sends the amount exactly as written, because JSON.stringify would normalize it. */
function withdrawText(amount: string): Promise<Reply> {
  const body = `{"data":{"attributes":{"amount":${amount},"externalAccountId":"${main.externalAccountId}"}}}`;
  return call(server.baseUrl, 'POST', '/transfers/withdraw', {
    key: main.apiKey,
    body,
    headers: { 'Idempotency-Key': randomUUID() },
  });
}

describe('a withdrawal', () => {
  it('is accepted with all attributes, and is processing', async () => {
    const transfer = resource(await withdraw(server, { amount: 700, description: 'Rent' }));
    const { createdAt } = transfer.attributes;
    expect(transfer.attributes).toStrictEqual({
      type: 'withdrawal',
      amount: 700,
      currency: 'USD',
      status: 'PROCESSING',
      approvals: null,
      description: 'Rent',
      tags: {},
      externalAccountDisplayMask: '****1234',
      expectedAvailableAt: seconds,
      failure: null,
      return: null,
      submittedAt: createdAt,
      settledAt: null,
      createdAt,
      updatedAt: createdAt,
    });
    expect(String(transfer.attributes['expectedAvailableAt']) >= String(createdAt)).toBe(true);
    expect(transfer.relationships).toEqual({
      party: { data: { type: 'party', id: main.partyId } },
      initiatorAgent: { data: null },
      wallet: { data: { type: 'wallet', id: main.walletId } },
      destWallet: { data: null },
      externalAccount: { data: { type: 'externalAccount', id: main.externalAccountId } },
      transaction: { data: { type: 'transaction', id: transfer.id.replace('trf_', 'txn_') } },
    });
  });

  it('has no description and is in USD by default', async () => {
    const { attributes } = resource(await withdraw(server));
    expect([attributes['description'], attributes['currency']]).toEqual([null, 'USD']);
    const explicit = resource(await withdraw(server, { description: null, currency: 'USD' }));
    expect(explicit.attributes['description']).toBeNull();
  });

  it('comes from the wallet of its currency', async () => {
    const euro = resource(await withdraw(server, { currency: 'EUR', amount: 100 }));
    expect([statusOf(euro), euro.attributes['currency']]).toEqual(['PROCESSING', 'EUR']);
    expect(euro.relationships['wallet']?.data?.id).not.toBe(main.walletId);
  });

  it('that exceeds the funds, or in a currency without a wallet, creates no transfer', async () => {
    const before = await newest();
    const headers = { 'Idempotency-Key': randomUUID() };
    for (const values of [{ amount: Number.MAX_SAFE_INTEGER }, { amount: 100, currency: 'JPY' }]) {
      const reply = await withdraw(server.with(headers), values);
      expect(refusal(reply)).toEqual([409, ['insufficient_funds'], ['/data/attributes/amount']]);
    }
    expect((await newest())?.id).toBe(before?.id);
    // A refused request is not stored: its key is free for a request that can be met.
    const smaller = await withdraw(server.with(headers));
    expect([smaller.status, smaller.headers.get('Idempotency-Replayed')]).toEqual([200, null]);
  });

  it('to a removed account is refused, even when it exceeds a limit', async () => {
    await server.delete(`/external-accounts/${main.externalAccountIdToRemove}`);
    for (const values of [{}, { amount: petty + 1 }, { amount: Number.MAX_SAFE_INTEGER }]) {
      const reply = await withdraw(byPetty(), {
        ...values,
        externalAccountId: main.externalAccountIdToRemove,
      });
      expect(refusal(reply)).toEqual([
        409,
        ['external_account_not_usable'],
        ['/data/attributes/externalAccountId'],
      ]);
    }
  });

  it('to an account of another party is refused byte for byte as one to an unknown account', async () => {
    const absent = await withdraw(server, { externalAccountId: `eac_${'0'.repeat(32)}` });
    const foreign = await withdraw(server, { externalAccountId: stranger.externalAccountId });
    const place = '/data/attributes/externalAccountId';
    expect(refusal(absent)).toEqual([404, ['external_account_not_found'], [place]]);
    expect(foreign.status).toBe(404);
    expect(withoutRequestId(foreign)).toBe(withoutRequestId(absent));
    const ours = await withdraw(server.as(stranger));
    expect(withoutRequestId(ours)).toBe(withoutRequestId(absent));
  });
});

describe('the values of a withdrawal', () => {
  it.each(['0', '-1', '1.0', '1.5', '1e2', '9007199254740992', '1e400', '"1"', 'true', 'null', '[1]'])(
    'are refused with the amount %s, because of its notation',
    async (amount) => expect(refusal(await withdrawText(amount))).toEqual(at('/amount')),
  );

  it.each(['usd', 'US', '', 'ZZZ', 840, null])('are refused with the currency %j', async (currency) => {
    expect(refusal(await withdraw(server, { currency }))).toEqual(at('/currency'));
  });

  it.each(['', 'nonsense', `eac_${'A'.repeat(32)}`, `pty_${'0'.repeat(32)}`, null, 7, ['x']])(
    'are refused with the account %j',
    async (externalAccountId) => {
      expect(refusal(await withdraw(server, { externalAccountId }))).toEqual(at('/externalAccountId'));
    },
  );

  it.each(['x'.repeat(501), 'a\u0000b', 'a\nb', 'a\ud83e', 7, []])(
    'are refused with the description %j',
    async (description) => {
      expect(refusal(await withdraw(server, { description }))).toEqual(at('/description'));
    },
  );

  it('are all reported when all are invalid or missing', async () => {
    const wrong = { amount: 0, currency: 'x', externalAccountId: 'x', description: 1, walletId: 'x' };
    const places = Object.keys(wrong).map((name) => `/data/attributes/${name}`);
    const reply = await server.post('/transfers/withdraw', wrong);
    expect(new Set(refusal(reply)[2])).toEqual(new Set(places));
    expect(codes(reply)).toEqual(places.map(() => 'invalid_value'));
    expect(refusal(await server.post('/transfers/withdraw', {}))).toEqual([
      422,
      ['invalid_value', 'invalid_value'],
      ['/data/attributes/amount', '/data/attributes/externalAccountId'],
    ]);
  });
});

describe('a withdrawal by an agent', () => {
  it('may be as large as its limit', async () => {
    const transfer = resource(await withdraw(byPetty(), { amount: petty }));
    expect(statusOf(transfer)).toBe('PROCESSING');
    expect(await approvalsOf(server, transfer)).toEqual([]);
  });

  it('is in review at one cent more, whether the funds suffice or not', async () => {
    for (const amount of [petty + 1, Number.MAX_SAFE_INTEGER]) {
      const reply = await withdraw(byPetty(), { amount });
      const transfer = resource(reply);
      expect([reply.status, transfer]).toEqual([200, transferShape('withdrawal')]);
      expect(transfer.attributes).toMatchObject({
        status: 'IN_REVIEW',
        expectedAvailableAt: null,
        settledAt: null,
      });
      expect(await transferNow(server, transfer)).toStrictEqual(transfer);
      const target = { type: 'withdrawal' as const, id: transfer.id };
      const approvals = await approvalsOf(server, transfer);
      const reasons = [exceeded('perTransactionAmount', petty, amount)];
      expect(approvals).toStrictEqual([approvalAbout(target, 'pending', reasons)]);
      const [approval] = approvals;
      expect(resource(await server.get(`/approvals/${approval?.id}`))).toStrictEqual(approval);
    }
  });

  it('is in review in a currency that its limit does not cover', async () => {
    const transfer = resource(await withdraw(byPetty(), { amount: 100, currency: 'EUR' }));
    expect(statusOf(transfer)).toBe('IN_REVIEW');
    const [approval] = await approvalsOf(server, transfer);
    expect(approval?.attributes['reasons']).toEqual([
      { type: 'currencyNotCovered', currency: 'EUR', limitCurrencies: ['USD'] },
    ]);
  });

  it('with its own key is refused, and so is its cancellation', async () => {
    const { id } = resource(await withdraw(server));
    for (const reply of [
      await withdraw(server.as(main.agentKey)),
      await server.as(main.agentKey).post(`/transfers/${id}/cancel`),
    ]) {
      expect(refusal(reply)).toEqual([403, ['insufficient_scope'], ['Authorization']]);
    }
  });
});

describe('canceling a withdrawal', () => {
  it('in review closes it and its approval, once', async () => {
    const transfer = resource(await withdraw(byPetty(), { amount: petty + 1 }));
    const canceled = resource(await server.post(`/transfers/${transfer.id}/cancel`));
    expect(canceled.attributes).toEqual({
      ...transfer.attributes,
      status: 'CANCELED',
      approvals: null,
      updatedAt: canceled.attributes['updatedAt'],
    });
    expect(await transferNow(server, transfer)).toStrictEqual(canceled);
    expect(await approvalsOf(server, transfer)).toEqual([]);
    expect(await approvalsOf(server, transfer, 'canceled')).toHaveLength(1);
    const again = await server.post(`/transfers/${transfer.id}/cancel`);
    expect(refusal(again)).toEqual([409, ['conflict'], [undefined]]);
  });

  it('is open to the agent that made it, and to no other agent', async () => {
    const transfer = resource(await withdraw(byPetty(), { amount: petty + 1 }));
    const cancel = (agentId: string) =>
      server.post(`/transfers/${transfer.id}/cancel`, null, asAgent(agentId));
    expect(refusal(await cancel(main.agentId))).toEqual([403, ['agent_not_allowed'], [undefined]]);
    expect(statusOf(await transferNow(server, transfer))).toBe('IN_REVIEW');
    expect(statusOf(resource(await cancel(main.limitedAgentId)))).toBe('CANCELED');
  });

  it('is refused for a deposit', async () => {
    const [deposit] = resources(await server.as(customer.apiKey).get('/transfers?limit=1'));
    const reply = await server.as(customer).post(`/transfers/${deposit?.id}/cancel`);
    expect(refusal(reply)).toEqual([409, ['conflict'], [undefined]]);
  });
});
