import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  codes,
  refusal,
  resource,
  type Resource,
  resources,
  withoutRequestId,
} from '../support/http.ts';
import type { Reply } from '../support/reply.ts';
import { approvalsOf, asAgent, get, post, transferNow, withdraw } from '../support/moves.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { seconds } from '../support/shapes.ts';
import { approvalAbout, exceeded, transferShape } from '../support/shapes-transfers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

// The petty cash agent's per-transaction limit, in cents.
const petty = 10_000;
const at = (pointer: string) => [422, ['invalid_value'], [`/data/attributes${pointer}`]];
const byPetty = () => ({ headers: asAgent(server.parties.main.limitedAgentId) });
const statusOf = ({ attributes }: Resource): unknown => attributes['status'];
const newest = async (): Promise<Resource | undefined> =>
  resources(await get(server, '/transfers?limit=1'))[0];

/** Sends the amount exactly as written, because JSON.stringify would normalize it. */
function withdrawText(amount: string): Promise<Reply> {
  const { apiKey: key, externalAccountId } = server.parties.main;
  const body = `{"data":{"attributes":{"amount":${amount},"externalAccountId":"${externalAccountId}"}}}`;
  return call(server.baseUrl, 'POST', '/transfers/withdraw', {
    key,
    body,
    headers: { 'Idempotency-Key': randomUUID() },
  });
}

describe('a withdrawal', () => {
  it('is accepted with all attributes, and is processing', async () => {
    const { main } = server.parties;
    const transfer = resource(await withdraw(server, { amount: 700, description: 'Rent' }));
    const { createdAt } = transfer.attributes;
    expect(transfer.attributes).toStrictEqual({
      type: 'withdrawal',
      amount: 700,
      currency: 'USD',
      status: 'PROCESSING',
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
    expect(euro.relationships['wallet']?.data?.id).not.toBe(server.parties.main.walletId);
  });

  it('that exceeds the funds, or in a currency without a wallet, creates no transfer', async () => {
    const before = await newest();
    const headers = { 'Idempotency-Key': randomUUID() };
    for (const values of [{ amount: Number.MAX_SAFE_INTEGER }, { amount: 100, currency: 'JPY' }]) {
      const reply = await withdraw(server, values, { headers });
      expect(refusal(reply)).toEqual([409, ['insufficient_funds'], ['/data/attributes/amount']]);
    }
    expect((await newest())?.id).toBe(before?.id);
    // A refused request is not stored: its key is free for a request that can be met.
    const smaller = await withdraw(server, {}, { headers });
    expect([smaller.status, smaller.headers.get('Idempotency-Replayed')]).toEqual([200, null]);
  });

  it('to a removed account is refused, even when it exceeds a limit', async () => {
    const { externalAccountIdToRemove: externalAccountId, apiKey: key } = server.parties.main;
    await call(server.baseUrl, 'DELETE', `/external-accounts/${externalAccountId}`, { key });
    for (const values of [{}, { amount: petty + 1 }, { amount: Number.MAX_SAFE_INTEGER }]) {
      const reply = await withdraw(server, { ...values, externalAccountId }, byPetty());
      expect(refusal(reply)).toEqual([
        409,
        ['external_account_not_usable'],
        ['/data/attributes/externalAccountId'],
      ]);
    }
  });

  it('to an account of another party is refused byte for byte as one to an unknown account', async () => {
    const absent = await withdraw(server, { externalAccountId: `eac_${'0'.repeat(32)}` });
    const foreign = await withdraw(server, { externalAccountId: server.parties.stranger.externalAccountId });
    const place = '/data/attributes/externalAccountId';
    expect(refusal(absent)).toEqual([404, ['external_account_not_found'], [place]]);
    expect(foreign.status).toBe(404);
    expect(withoutRequestId(foreign)).toBe(withoutRequestId(absent));
    const { stranger } = server.parties;
    const ours = await withdraw(server, {}, { key: stranger.apiKey });
    expect(withoutRequestId(ours)).toBe(withoutRequestId(absent));
  });
});

describe('the values of a withdrawal', () => {
  it.each(['0', '-1', '1.0', '1.5', '1e2', '9007199254740992', '1e400', '"1"', 'true', 'null', '[1]'])(
    'are refused with the amount %s, because of its notation',
    async (amount) => {
      expect(refusal(await withdrawText(amount))).toEqual(at('/amount'));
    },
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
    const reply = await post(server, '/transfers/withdraw', wrong);
    expect(new Set(refusal(reply)[2])).toEqual(new Set(places));
    expect(codes(reply)).toEqual(places.map(() => 'invalid_value'));
    expect(refusal(await post(server, '/transfers/withdraw', {}))).toEqual([
      422,
      ['invalid_value', 'invalid_value'],
      ['/data/attributes/amount', '/data/attributes/externalAccountId'],
    ]);
  });
});

describe('a withdrawal by an agent', () => {
  it('may be as large as its limit', async () => {
    const transfer = resource(await withdraw(server, { amount: petty }, byPetty()));
    expect(statusOf(transfer)).toBe('PROCESSING');
    expect(await approvalsOf(server, transfer)).toEqual([]);
  });

  it('is in review at one cent more, whether the funds suffice or not', async () => {
    for (const amount of [petty + 1, Number.MAX_SAFE_INTEGER]) {
      const reply = await withdraw(server, { amount }, byPetty());
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
      expect(resource(await get(server, `/approvals/${approval?.id}`))).toStrictEqual(approval);
    }
  });

  it('is in review in a currency that its limit does not cover', async () => {
    const transfer = resource(await withdraw(server, { amount: 100, currency: 'EUR' }, byPetty()));
    expect(statusOf(transfer)).toBe('IN_REVIEW');
    const [approval] = await approvalsOf(server, transfer);
    expect(approval?.attributes['reasons']).toEqual([
      { type: 'currencyNotCovered', currency: 'EUR', limitCurrency: 'USD' },
    ]);
  });

  it('with its own key is refused, and so is its cancellation', async () => {
    const { agentKey: key } = server.parties.main;
    const { id } = resource(await withdraw(server));
    for (const reply of [
      await withdraw(server, {}, { key }),
      await post(server, `/transfers/${id}/cancel`, null, { key }),
    ]) {
      expect(refusal(reply)).toEqual([403, ['insufficient_scope'], ['Authorization']]);
    }
  });
});

describe('canceling a withdrawal', () => {
  it('in review closes it and its approval, once', async () => {
    const transfer = resource(await withdraw(server, { amount: petty + 1 }, byPetty()));
    const canceled = resource(await post(server, `/transfers/${transfer.id}/cancel`));
    expect(canceled.attributes).toEqual({
      ...transfer.attributes,
      status: 'CANCELED',
      updatedAt: canceled.attributes['updatedAt'],
    });
    expect(await transferNow(server, transfer)).toStrictEqual(canceled);
    expect(await approvalsOf(server, transfer)).toEqual([]);
    expect(await approvalsOf(server, transfer, { status: 'canceled' })).toHaveLength(1);
    const again = await post(server, `/transfers/${transfer.id}/cancel`);
    expect(refusal(again)).toEqual([409, ['conflict'], [undefined]]);
  });

  it('is open to the agent that made it, and to no other agent', async () => {
    const transfer = resource(await withdraw(server, { amount: petty + 1 }, byPetty()));
    const cancel = (agentId: string): Promise<Reply> =>
      post(server, `/transfers/${transfer.id}/cancel`, null, { headers: asAgent(agentId) });
    expect(refusal(await cancel(server.parties.main.agentId))).toEqual([
      403,
      ['agent_not_allowed'],
      [undefined],
    ]);
    expect(statusOf(await transferNow(server, transfer))).toBe('IN_REVIEW');
    expect(statusOf(resource(await cancel(server.parties.main.limitedAgentId)))).toBe('CANCELED');
  });

  it('is refused for a deposit', async () => {
    const { apiKey: key } = server.parties.customer;
    const [deposit] = resources(await get(server, '/transfers?limit=1', key));
    const reply = await post(server, `/transfers/${deposit?.id}/cancel`, null, { key });
    expect(refusal(reply)).toEqual([409, ['conflict'], [undefined]]);
  });
});
