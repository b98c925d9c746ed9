import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { refusal, resource } from '../support/http.ts';
import { balanceOf, uuidOf } from './support.ts';
import { main, customer, stranger, delegate, newAddress, testServer } from '../support/server.ts';
import { countRows, expectBalancedBooks } from './books.ts';

const server = testServer();
const to = (value: string) => ({
  counterparty: { type: value.startsWith('pty_') ? 'party_id' : 'email', value },
});
const payBy = (key: string, values: object) => server.as(key).pay(values);

const setWallet = (partyId: string, status: 'active' | 'frozen'): Promise<object[]> =>
  server.sql`UPDATE wallets SET status = ${status} WHERE party_id = ${uuidOf(partyId)}`;

describe('the money of a payment', () => {
  it('is immediately in the wallet of a known payee', async () => {
    const [mine, theirs] = [await balanceOf(server, main.partyId), await balanceOf(server, customer.partyId)];
    await payBy(main.apiKey, { amount: 1_234, ...to(customer.partyId) });
    expect(await balanceOf(server, main.partyId)).toEqual({ ...mine, available: mine.available - 1_234n });
    expect(await balanceOf(server, customer.partyId)).toEqual({
      ...theirs,
      available: theirs.available + 1_234n,
    });
  });

  it('is held for an unknown payee, who has no wallet yet', async () => {
    const before = await balanceOf(server, main.partyId);
    const payment = resource(await payBy(main.apiKey, { amount: 700, ...to(newAddress()) }));
    expect(await balanceOf(server, main.partyId)).toEqual({
      available: before.available - 700n,
      held: before.held + 700n,
    });
    const recipient = uuidOf(payment.relationships['recipient']?.data?.id ?? '');
    expect(await server.sql`SELECT id FROM wallets WHERE party_id = ${recipient}`).toEqual([]);
    const [party] = await server.sql<{ status: string }>`SELECT status FROM parties WHERE id = ${recipient}`;
    expect(party?.status).toBe('PROVISIONAL');
  });

  it('cannot be spent again while it is held', async () => {
    const { available } = await balanceOf(server, stranger.partyId);
    const all = { amount: Number(available), ...to(newAddress()) };
    expect((await payBy(stranger.apiKey, all)).status).toBe(201);
    const reply = await payBy(stranger.apiKey, { amount: 1, ...to(main.partyId) });
    expect(refusal(reply)).toEqual([409, ['insufficient_funds'], ['/data/attributes/amount']]);
    expect(await balanceOf(server, stranger.partyId)).toEqual({ available: 0n, held: available });
  });

  it('goes to one new wallet of the payee in a new currency, which later payments use too', async () => {
    for (const amount of [5, 6])
      await payBy(main.apiKey, { amount, currency: 'EUR', ...to(customer.partyId) });
    const wallets = await server.sql<{ posted: bigint; isDefault: boolean }>`SELECT posted, is_default AS
      "isDefault" FROM wallets WHERE party_id = ${uuidOf(customer.partyId)} AND currency = 'EUR'`;
    expect(wallets).toEqual([{ posted: 11n, isDefault: false }]);
  });

  it("comes from the customer's wallet when the payment is made for a customer", async () => {
    const [mine, theirs] = [await balanceOf(server, main.partyId), await balanceOf(server, customer.partyId)];
    await payBy(main.agentKey, { amount: 50, customerPartyId: customer.partyId, ...to(delegate.partyId) });
    expect(await balanceOf(server, main.partyId)).toEqual(mine);
    expect(await balanceOf(server, customer.partyId)).toEqual({
      ...theirs,
      available: theirs.available - 50n,
    });
  });

  it("stays in the payer's wallet while the payment is in review", async () => {
    const mine = await balanceOf(server, main.partyId);
    const { movements } = await countRows(server.sql);
    const reply = await payBy(main.limitedAgentKey, { amount: 10_001, ...to(customer.partyId) });
    expect(resource(reply).attributes['status']).toBe('IN_REVIEW');
    expect(await balanceOf(server, main.partyId)).toEqual(mine);
    expect(await countRows(server.sql)).toMatchObject({ movements });
  });

  it('may be the last cent, but not one more', async () => {
    const { available } = await balanceOf(server, customer.partyId);
    const more = await payBy(customer.apiKey, { amount: Number(available) + 1, ...to(main.partyId) });
    expect(more.status).toBe(409);
    expect((await payBy(customer.apiKey, { amount: Number(available), ...to(main.partyId) })).status).toBe(
      201,
    );
    expect(await balanceOf(server, customer.partyId)).toEqual({ available: 0n, held: 0n });
    await payBy(main.apiKey, { amount: Number(available), ...to(customer.partyId) });
  });
});

describe('a refused payment', () => {
  it('moves no money and stores no payment, movement, party or idempotency key', async () => {
    const before = await countRows(server.sql);
    const newcomer = to(newAddress());
    const key = { 'Idempotency-Key': randomUUID() };
    const replies = [
      await payBy(main.apiKey, { amount: Number.MAX_SAFE_INTEGER, ...newcomer }),
      await payBy(main.apiKey, { amount: 1, currency: 'JPY', ...newcomer }),
      await payBy(main.apiKey, { amount: 1, customerPartyId: stranger.partyId, ...newcomer }),
      await payBy(main.limitedAgentKey, { amount: 1, customerPartyId: customer.partyId, ...newcomer }),
      await payBy(main.apiKey, { amount: 1, ...to(main.partyId) }),
      await payBy(main.apiKey, { amount: 1.5, ...newcomer }),
      await payBy(main.readOnlyApiKey, { amount: 1, ...newcomer }),
      await server.pay({ amount: Number.MAX_SAFE_INTEGER, ...newcomer }, key),
    ];
    expect(replies.map((reply) => reply.status)).toEqual([409, 409, 404, 403, 422, 422, 403, 409]);
    expect(await countRows(server.sql)).toEqual(before);
  });
});

describe('a frozen wallet', () => {
  it('pays nothing, neither for its party nor for a delegate, and still receives money', async () => {
    await setWallet(customer.partyId, 'frozen');
    const before = await balanceOf(server, customer.partyId);
    const payments = [
      await payBy(customer.apiKey, { amount: 1, ...to(main.partyId) }),
      await payBy(customer.apiKey, { amount: 1, ...to(newAddress()) }),
      await payBy(main.agentKey, { amount: 1, customerPartyId: customer.partyId, ...to(main.partyId) }),
      await payBy(customer.apiKey, { amount: Number.MAX_SAFE_INTEGER, ...to(main.partyId) }),
    ];
    for (const reply of payments) expect(refusal(reply)).toEqual([409, ['wallet_frozen'], [undefined]]);
    expect((await payBy(main.apiKey, { amount: 9, ...to(customer.partyId) })).status).toBe(201);
    expect(await balanceOf(server, customer.partyId)).toEqual({
      ...before,
      available: before.available + 9n,
    });
    await setWallet(customer.partyId, 'active');
    expect((await payBy(customer.apiKey, { amount: 1, ...to(main.partyId) })).status).toBe(201);
  });
});

describe('after all of these tests', () => {
  it('the books are balanced', () => expect(expectBalancedBooks(server.sql)).resolves.toBeUndefined());
});
