import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { runOn } from '../commands/command.ts';
import { expectBalancedBooks } from '../flows/books.ts';
import { until } from '../flows/support.ts';
import { claimTokenOf } from '../support/claims.ts';
import { deposit, moneyOf } from '../support/deposits.ts';
import { attributes, call, resource, type Resource, resources } from '../support/http.ts';
import { advance, asAgent, clockNow, toNextMonth, withdraw } from '../support/moves.ts';
import { askFor, fulfil } from '../support/payment-requests.ts';
import { main, customer, newEmail, to, testServer } from '../support/server.ts';
import { linesOf, statementOf } from '../support/statements.ts';
import { moveMoney, newWallet } from '../support/wallets.ts';

// The money's whole life in two months: the stages follow each other.

const server = testServer();

const totalOf = ({ attributes: { balance } }: Resource): number => (balance as { total: number }).total;

/** Lets the bank have what it is asked for, and days pass. */
async function pass(days: number): Promise<void> {
  await until('the bank has all orders', async () => {
    const waiting = await server.sql(`SELECT FROM rail_orders WHERE state IN ('waiting', 'unknown')`);
    return waiting.length === 0;
  });
  await advance(server, days * 86_400);
}

describe('the life of money', () => {
  it('money comes in, moves, is paid and withdrawn, and a deposit comes back after it was spent', async () => {
    const currency = 'NOK'; // in which the party has nothing else
    const till = await newWallet(server, { currency });
    const savings = await newWallet(server, { currency });
    const from = { walletId: till, currency };

    const first = resource(await deposit(server, { amount: 20_000, ...from }));
    const refused = resource(await deposit(server, { amount: 5_009, ...from }));
    expect(await moneyOf(server, till)).toEqual([0, 0]);
    await pass(1);
    expect([await server.statusOf(first), await server.statusOf(refused)]).toEqual(['COMPLETED', 'FAILED']);
    expect(await moneyOf(server, till)).toEqual([20_000, 0]);

    await moveMoney(server, till, savings, 6_000);
    await server.pay({ amount: 9_000, ...to(customer), ...from });
    const out = resource(await withdraw(server, { amount: 4_000, ...from }));
    const failing = resource(await withdraw(server, { amount: 1_000, ...from }));
    await server.post(`/simulations/transfers/${failing.id}/fail`, { code: 'R02' });
    await pass(1);
    expect([await server.statusOf(out), await server.statusOf(failing)]).toEqual(['COMPLETED', 'FAILED']);
    expect(await moneyOf(server, till)).toEqual([1_000, 0]);

    await server.post(`/simulations/transfers/${first.id}/return`);
    expect(await server.statusOf(first)).toBe('RETURNED');
    expect(await moneyOf(server, till)).toEqual([0, 13_000]);
    expect(await moneyOf(server, savings)).toEqual([0, 13_000]);
    expect((await moveMoney(server, savings, till, 1)).status).toBe(409);

    await server.post(`/simulations/transfers/${out.id}/return`);
    expect(await moneyOf(server, till)).toEqual([0, 9_000]);
    await server.as(customer).pay({ amount: 2_500, currency, ...to(main) });
    expect(await moneyOf(server, till)).toEqual([0, 6_500]);
    await server.post('/simulations/deposits', { amount: 14_000, currency, walletId: savings });
    expect(await moneyOf(server, savings)).toEqual([7_500, 0]);

    const shown = resources(await server.get('/transactions?type=transfer&limit=100'));
    const statuses = new Map(shown.map(({ id, attributes }) => [id.slice(4), attributes['status']]));
    expect([first, refused, out, failing].map(({ id }) => statuses.get(id.slice(4)))).toEqual([
      'RETURNED',
      'FAILED',
      'RETURNED',
      'FAILED',
    ]);
  });

  it('a request is fulfilled, and the payment is refunded in parts, never beyond what was paid', async () => {
    const asked = await askFor(server, { amount: 3_000 });
    const paid = resource(await fulfil(server, asked, { expectedAmount: 3_000 }));
    const refund = (amount: number) => server.as(customer).post(`/payments/${paid.id}/refund`, { amount });
    expect((await refund(1_000)).status).toBe(201);
    expect((await refund(1_500)).status).toBe(201);
    expect((await refund(501)).status).toBe(409);
    const { status, refundedAmount } = resource(await server.get(`/payments/${paid.id}`)).attributes;
    expect([status, refundedAmount]).toEqual(['COMPLETED', 2_500]);
    const agent = asAgent(main.agentId);
    const another = await askFor(server, { amount: 700 });
    expect((await fulfil(server.with(agent), another)).status).toBe(200);
    expect((await fulfil(server, another)).status).toBe(409);
  });

  it('money for an address is claimed by who proves it, all of it, and the rest returns after 30 days', async () => {
    const address = newEmail();
    const send = async (counterparty: object, amount: number) =>
      resource(await server.pay({ amount, counterparty }));
    const first = await send(address, 900);
    await send(address, 350);
    const unclaimed = await send(newEmail(), 111);
    const token = await claimTokenOf(server, first);
    const claimed = await call(server.baseUrl, 'POST', `/claims/${token}/accept`, {
      body: attributes({ name: 'Robin Reader', apiKeyName: 'First key' }),
      headers: { 'Idempotency-Key': randomUUID() },
    });
    const { meta } = JSON.parse(claimed.text) as { meta: { apiKey: Resource } };
    const key = String(meta.apiKey.attributes['apiKey']);
    await until('the money has moved', async () => {
      const wallets = resources(await server.as(key).get('/wallets'));
      return wallets.some((wallet) => totalOf(wallet) === 1_250);
    });
    const statusOfUnclaimed = async (): Promise<unknown> =>
      resource(await server.get(`/payments/${unclaimed.id}`)).attributes['status'];
    expect(await statusOfUnclaimed()).toBe('PENDING_CLAIM');
    await pass(31);
    expect(await statusOfUnclaimed()).toBe('RETURNED');
  });

  it('afterwards statements, audit, export and reconciliation agree to the cent', async () => {
    await toNextMonth(server);
    for (const { apiKey } of Object.values(server.parties)) {
      for (const wallet of resources(await server.as(apiKey).get('/wallets?limit=100'))) {
        const statement = await statementOf(server.as(apiKey), wallet.id);
        linesOf(statement);
        expect([statement.openingBalance, statement.closingBalance]).toEqual([0, totalOf(wallet)]);
      }
    }
    await expectBalancedBooks(server.sql);
    const to = (await clockNow(server)).toISOString();
    const audit = await runOn(server, 'audit');
    const exported = await runOn(server, 'export', [
      '--entries',
      '--from',
      '2000-01-01T00:00:00Z',
      '--to',
      to,
    ]);
    const reconciled = await runOn(server, 'reconcile', ['--until', to]);
    expect([audit.code, exported.code, reconciled.code]).toEqual([0, 0, 0]);
    expect(reconciled.out).toBe('no difference is open\n');
    const [{ count } = { count: 0 }] = await server.sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM entries',
    );
    expect(exported.out.trim().split('\n')).toHaveLength(count + 1);
  });
});
