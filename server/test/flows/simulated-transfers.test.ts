import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import type { Program } from '../../src/context.ts';
import { done, type Outcome } from '../../src/engine/model/outcomes.ts';
import { retryRefusedReports } from '../../src/money/transfers/refused/retry.ts';
import { deposit, moneyOf } from '../support/deposits.ts';
import { codes, resource, type Resource } from '../support/http.ts';
import { advance, asAgent, transferNow, withdraw } from '../support/moves.ts';
import { main, customer, stranger, testServer } from '../support/server.ts';
import { newWallet } from '../support/wallets.ts';
import { expectBalancedBooks } from './books.ts';
import { uuidOf, until, withSession } from './support.ts';

const server = testServer();
afterAll(() => expectBalancedBooks(server.sql));

const mainMoney = () => moneyOf(server, main.walletId);
const simulate = (transfer: Resource, what: string, values: object | null = null) =>
  server.post(`/simulations/transfers/${transfer.id}/${what}`, values);

/** Lets the bank have what it is asked for, then lets this time pass. */
async function pass(seconds: number): Promise<void> {
  await until('the bank has all orders', async () => {
    const waiting = await server.sql(`SELECT FROM rail_orders WHERE state IN ('waiting', 'unknown')`);
    return waiting.length === 0;
  });
  await advance(server, seconds);
}

describe('the sandbox’s bank', () => {
  it.each([
    ['02', 'FAILED', 'R02'],
    ['03', 'FAILED', 'R03'],
    ['04', 'FAILED', 'R04'],
    ['09', 'FAILED', 'R09'],
    ['16', 'FAILED', 'R16'],
    ['07', 'RETURNED', 'R07'],
    ['10', 'RETURNED', 'R10'],
    ['00', 'COMPLETED', null],
    ['17', 'COMPLETED', null],
    ['96', 'COMPLETED', null],
  ])('lets a deposit of an amount that ends in %s end as %s', async (cents, status, code) => {
    const [before] = await mainMoney();
    const transfer = resource(await deposit(server, { amount: Number(`5${cents}`) }));
    await pass(60);
    const { failure, ...attributes } = (await transferNow(server, transfer)).attributes;
    expect(attributes['status']).toBe(status);
    const reason = (failure ?? attributes['return']) as { code: string } | null;
    expect(reason?.code ?? null).toBe(code);
    const arrived = status === 'COMPLETED' ? Number(`5${cents}`) : 0;
    expect(await mainMoney()).toEqual([before + arrived, 0]);
  });

  it('completes a deposit whose first answer was lost once, and one that it reports late', async () => {
    const [before] = await mainMoney();
    const lost = resource(await deposit(server, { amount: 598 }));
    const late = resource(await deposit(server, { amount: 597 }));
    await until('the bank has both', async () => {
      const taken = await server.sql('SELECT FROM sandbox_bank_orders WHERE amount IN (597, 598)');
      return taken.length === 2;
    });
    await advance(server, 10);
    expect([await server.statusOf(lost), await server.statusOf(late)]).toEqual(['COMPLETED', 'PROCESSING']);
    await advance(server, 60);
    expect([await server.statusOf(lost), await server.statusOf(late)]).toEqual(['COMPLETED', 'COMPLETED']);
    expect(await mainMoney()).toEqual([before + 1_195, 0]);
  });
});

describe('a simulation of a transfer', () => {
  it('settles, fails or returns it at once, and the bank reports nothing else about it', async () => {
    const [before] = await mainMoney();
    const settled = resource(await deposit(server, { amount: 502 }));
    const failed = resource(await deposit(server));
    const back = resource(await withdraw(server));
    expect(resource(await simulate(settled, 'settle')).attributes['status']).toBe('COMPLETED');
    expect(resource(await simulate(failed, 'fail')).attributes['failure']).toEqual({
      code: 'R01',
      reason: 'Insufficient funds',
    });
    await simulate(back, 'settle');
    expect(await mainMoney()).toEqual([before + 2, 0]);
    expect(resource(await simulate(back, 'return')).attributes['return']).toMatchObject({ code: 'R23' });
    expect(await mainMoney()).toEqual([before + 502, 0]);
    await advance(server, 86_400);
    const statuses = [
      await server.statusOf(settled),
      await server.statusOf(failed),
      await server.statusOf(back),
    ];
    expect(statuses).toEqual(['COMPLETED', 'FAILED', 'RETURNED']);
    expect(resource(await simulate(settled, 'return', { code: 'R07' })).attributes['return']).toMatchObject({
      code: 'R07',
    });
    expect(await mainMoney()).toEqual([before, 0]);
  });

  it('is refused if the status does not allow it, or if the bank has no part in it', async () => {
    const transfer = resource(await deposit(server));
    const drawer = await newWallet(server);
    const internal = resource(
      await server.post('/transfers/internal', {
        sourceWalletId: main.walletId,
        destWalletId: drawer,
        amount: 1,
      }),
    );
    const arrived = resource(await server.post('/simulations/deposits', { amount: 1 }));
    const refused = [await simulate(transfer, 'return'), await simulate(internal, 'settle')];
    refused.push(await simulate(arrived, 'return'));
    await simulate(transfer, 'settle');
    for (const what of ['settle', 'fail']) refused.push(await simulate(transfer, what));
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
    expect(codes(await simulate(transfer, 'return', { code: 'R99' }))).toEqual(['invalid_value']);
  });

  it('concerns own transfers only, and is none for agents', async () => {
    const transfer = resource(await deposit(server));
    const path = `/simulations/transfers/${transfer.id}/settle`;
    const foreign = await server.as(customer).post(path);
    const agent = await server.post(path, null, asAgent(main.agentId));
    expect([foreign.status, ...codes(foreign)]).toEqual([404, 'transfer_not_found']);
    expect([agent.status, ...codes(agent)]).toEqual([403, 'agent_not_allowed']);
    expect(await server.statusOf(transfer)).toBe('PROCESSING');
  });

  it('has one effect under one idempotency key, also if sent ten times at once', async () => {
    const [before] = await mainMoney();
    const transfer = resource(await deposit(server));
    const headers = { 'Idempotency-Key': randomUUID() };
    const path = `/simulations/transfers/${transfer.id}/settle`;
    const replies = await Promise.all(Array.from({ length: 10 }, () => server.post(path, null, headers)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await mainMoney()).toEqual([before + 500, 0]);
  });
});

describe('a simulated deposit', () => {
  it('is money that has arrived, in the wallet that it names', async () => {
    const drawer = await newWallet(server);
    const values = { amount: 70, walletId: drawer, description: 'A customer paid' };
    const transfer = resource(await server.post('/simulations/deposits', values));
    expect(transfer.attributes).toMatchObject({
      type: 'deposit',
      status: 'COMPLETED',
      amount: 70,
      description: 'A customer paid',
    });
    expect(await moneyOf(server, drawer)).toEqual([70, 0]);
  });

  it('arrives in a new currency, however many arrive at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => server.post('/simulations/deposits', { amount: 5, currency: 'NOK' })),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const wallets = new Set(replies.map((reply) => resource(reply).relationships['wallet']?.data?.id));
    expect(wallets.size).toBe(1);
    expect(await moneyOf(server, [...wallets][0] ?? '')).toEqual([50, 0]);
  });

  it('is refused for a closed or foreign wallet', async () => {
    const values = { amount: 70, walletId: customer.walletId };
    expect(codes(await server.post('/simulations/deposits', values))).toEqual(['wallet_not_found']);
  });
});

const simulated = (values: object) => server.post('/simulations/deposits', values);

describe('what the sandbox’s bank brings in', () => {
  const most = 10 ** 12;

  it('is bounded for one deposit, simulated or drawn', async () => {
    const replies = [await simulated({ amount: most + 1 }), await deposit(server, { amount: most + 1 })];
    for (const reply of replies) {
      expect([reply.status, codes(reply)]).toEqual([422, ['invalid_value']]);
      expect(reply.text).toContain('/data/attributes/amount');
    }
  });

  it('is bounded for one party in a currency, and a replay of an earlier deposit is not refused', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const drawn = () => deposit(server.with(headers), { amount: most, currency: 'JPY' });
    const first = await drawn();
    expect(first.status).toBe(200);
    for (let made = 1; made < 100; made += 11) {
      const eleven = Array.from({ length: 11 }, () => simulated({ amount: most, currency: 'JPY' }));
      for (const reply of await Promise.all(eleven)) expect(reply.status).toBe(200);
    }
    const asked = { amount: 1, currency: 'JPY' };
    for (const reply of [await simulated(asked), await deposit(server, asked)]) {
      expect([reply.status, codes(reply)]).toEqual([422, ['invalid_value']]);
    }
    expect((await drawn()).text).toBe(first.text);
    const elsewhere = await server.as(stranger).post('/simulations/deposits', asked);
    expect(elsewhere.status).toBe(200);
  });
});

describe('a report that was refused', () => {
  it('holds up no other one when it fails with an error, and is tried again another day', async () => {
    const made = [resource(await withdraw(server)), resource(await withdraw(server))];
    const [broken = '', whole = ''] = made.map(({ id }) => uuidOf(id));
    const tried: string[] = [];
    const run = async ({ transferId }: { transferId: string }): Promise<Outcome> => {
      const id = transferId.replaceAll('-', '');
      tried.push(id);
      if (id === broken) throw new Error('broken');
      return done(id);
    };
    // In a transaction that is not committed: the server's own background work finds nothing to try.
    await withSession(server.connection, async (db) => {
      await db.query('BEGIN');
      await db.query(
        `INSERT INTO refused_reports (rail, report_id, key, kind, refusal, refused_at, tried_at)
         SELECT rail, outbound_key, outbound_key, 'completed', 'recipient_full', '2000-01-01', '2000-01-01'
         FROM rail_orders WHERE transfer_id = ANY ($1)`,
        [[broken, whole]],
      );
      const program = { db, engine: { run }, log: pino({ enabled: false }) } as unknown as Program;
      await retryRefusedReports(program, new Date());
      await retryRefusedReports(program, new Date());
      const { rows } = await db.query('SELECT key FROM refused_reports WHERE stored_at IS NOT NULL');
      expect(rows).toEqual([{ key: `purser-${whole}` }]);
      await db.query('ROLLBACK');
    });
    expect(tried.toSorted()).toEqual([broken, whole].toSorted());
  });
});
