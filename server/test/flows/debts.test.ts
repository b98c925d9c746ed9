import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/client.ts';
import { accepted, moneyOf, reports } from '../support/deposits.ts';
import { refusal, resource, resources, type Resource } from '../support/http.ts';
import { transferNow, withdraw } from '../support/moves.ts';
import { claimTokenOf } from '../support/claims.ts';
import { runOn } from '../commands/command.ts';
import { byId, customer, main, newAddress, testServer, to } from '../support/server.ts';
import { closeWallet, moveMoney, newWallet } from '../support/wallets.ts';
import { payloadOf } from '../support/events.ts';
import { newApiKey } from '../support/agents.ts';
import { createTestBank } from './bank.ts';
import { expectBalancedBooks } from './books.ts';
import { until } from './support.ts';

const bank = createTestBank();
const server = testServer({}, bank.rail);
afterAll(() => expectBalancedBooks(server.sql));

const completed = { kind: 'completed' } as const;
const returned = { kind: 'returned', code: 'R10', reason: 'Not authorized' } as const;
const mainMoney = () => moneyOf(server, main.walletId);
const payMain = async (amount: number) => resource(await server.as(customer).pay({ amount, ...to(main) }));

async function payAll(): Promise<void> {
  const [amount] = await mainMoney();
  if (amount > 0) await server.pay({ amount, counterparty: byId(customer) });
}

/** Has the main party owe this amount, and returns the deposit that was returned. */
async function owe(amount: number): Promise<Resource> {
  const transfer = await accepted(server, bank, { amount });
  await reports(server, bank, transfer, completed);
  await payAll();
  await reports(server, bank, transfer, returned);
  expect((await transferNow(server, transfer)).attributes['status']).toBe('RETURNED');
  return transfer;
}

beforeEach(payAll);
afterEach(async () => {
  const [, owed] = await mainMoney();
  if (owed > 0) await payMain(owed);
});

/** Returns what events of a name show, newest first. */
async function eventsOf(type: string): Promise<unknown[][]> {
  return resources(await server.get(`/events?eventType=${type}&limit=100`)).map((event) => {
    const { type: shown, attributes } = payloadOf(event);
    return [shown, attributes['currency'], attributes['amount']];
  });
}

describe('while a party owes money in a currency', () => {
  it('nothing of it leaves: payments, withdrawals, transfers and refunds are refused, saying how much it owes', async () => {
    const drawer = await newWallet(server);
    const got = await payMain(700);
    await owe(1_000);
    const owed = [409, ['amount_owed']];
    const replies = [
      await server.pay({ amount: 1, counterparty: byId(customer) }),
      await server.pay({ amount: 1, counterparty: { type: 'email', value: newAddress() } }),
      await withdraw(server, { amount: 100 }),
      await moveMoney(server, main.walletId, drawer, 1),
      await server.post(`/payments/${got.id}/refund`, { amount: 1 }),
      await closeWallet(server, drawer),
    ];
    expect(replies.map((reply) => refusal(reply).slice(0, 2))).toEqual(replies.map(() => owed));
    for (const { text } of replies) expect(text).toMatch(/owes USD 10\.00/);
    const euro = await server.pay({ amount: 1, currency: 'EUR', counterparty: byId(customer) });
    expect(euro.status).toBe(201);
  });

  it('how much it owes is told only to whoever may read its wallets, and a preview tells others nothing', async () => {
    await owe(1_000);
    const { secret: key } = await newApiKey(server, { scopes: ['payments.create', 'payments.read'] });
    const body = { amount: 1, currency: 'USD', counterparty: byId(customer) };
    const blind = await server.as(key).post('/payments', body);
    expect(refusal(blind).slice(0, 2)).toEqual([409, ['amount_owed']]);
    expect(blind.text).not.toMatch(/10\.00/);
    const preview = async (by: ApiClient) =>
      resource(await by.post('/payments/preview', body)).attributes as { funds: string; outcome: string };
    expect((await preview(server.as(key))).outcome).toBe('accepted');
    expect(await preview(server)).toMatchObject({ outcome: 'refused', funds: 'checked' });
  });

  it('what is released of a canceled payment is recovered, with its fee', async () => {
    const transfer = await accepted(server, bank, { amount: 1_000 });
    await reports(server, bank, transfer, completed);
    const held = resource(
      await server.pay({ amount: 600, counterparty: { type: 'email', value: newAddress() } }),
    );
    await payAll();
    await reports(server, bank, transfer, returned);
    expect(await mainMoney()).toEqual([0, 1_000]);
    await server.post(`/payments/${held.id}/cancel`);
    expect(await mainMoney()).toEqual([0, 400]);
  });

  it('what it had sent to be claimed goes back to settle the debt, unless it was claimed before', async () => {
    const transfer = await accepted(server, bank, { amount: 1_000 });
    await reports(server, bank, transfer, completed);
    const [early, late] = [newAddress(), newAddress()];
    const send = async (value: string) =>
      resource(await server.pay({ amount: 200, counterparty: { type: 'email', value } }));
    const [first, second] = [await send(early), await send(late)];
    const other = resource(
      await server.as(customer).pay({ amount: 7, counterparty: { type: 'email', value: late } }),
    );
    const claim = async (payment: Resource) =>
      server.post(`/claims/${await claimTokenOf(server, payment)}/accept`, { name: 'Robin Reader' });
    await claim(first);
    await payAll();
    await reports(server, bank, transfer, returned);
    expect(await mainMoney()).toEqual([0, 1_000]);
    const claimed = JSON.parse((await claim(second)).text) as { meta: { received: object } };
    expect(claimed.meta.received).toEqual({
      payments: [{ paymentId: other.id, amount: 7, currency: 'USD' }],
      totals: [{ amount: 7, currency: 'USD', count: 1 }],
    });
    const states = [await server.statusOf(first), await server.statusOf(second)];
    expect(states).toEqual(['COMPLETED', 'RETURNED']);
    expect(await server.as(customer).statusOf(other)).toBe('COMPLETED');
    expect(await mainMoney()).toEqual([0, 800]);
  });

  it('its beginning and its end are events, for whoever may read its wallets', async () => {
    await owe(1_234);
    await until('the debt is an event', async () => (await eventsOf('party.debt_opened'))[0]?.[2] === 1_234);
    await payMain(400);
    await payMain(834);
    const opened = await eventsOf('party.debt_opened');
    expect(opened[0]).toEqual(['debt', 'USD', 1_234]);
    await until(
      'each debt has an end',
      async () => (await eventsOf('party.debt_closed')).length === opened.length,
    );
    expect(new Set((await eventsOf('party.debt_closed')).map((event) => event.join()))).toEqual(
      new Set(['debt,USD,0']),
    );
    const { secret: key } = await newApiKey(server, { scopes: ['payments.read'] });
    expect(resources(await server.as(key).get('/events?eventType=party.debt_opened'))).toEqual([]);
  });

  it('the operator may write it off, once, and what it says stands in the audit log', async () => {
    await owe(1_000);
    const args = ['write-off', main.partyId, 'USD', '--reason', 'Gone bankrupt', '--operator', 'Olive'];
    const done = await runOn(server, 'admin', args);
    expect(done).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/wrote off USD 10\.00/) });
    expect(await mainMoney()).toEqual([0, 0]);
    expect(await runOn(server, 'admin', args)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/owes nothing/),
    });
    expect(await server.sql`SELECT reason FROM audit_log WHERE action = 'writeOff'`).toEqual([
      { reason: 'operator Olive, Gone bankrupt' },
    ]);
    await payMain(100);
    expect(await mainMoney()).toEqual([100, 0]);
  });
});
