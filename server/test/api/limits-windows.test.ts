import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { resource, type Resource } from '../support/http.ts';
import {
  advance,
  approvalsOf,
  asAgent,
  limitAgent,
  toNextDay,
  toNextMonth,
  withdraw,
} from '../support/moves.ts';
import { main, stranger, byId, toNobody, testServer } from '../support/server.ts';
import { exceeded } from '../support/shapes-transfers.ts';

const server = testServer();
afterAll(() => setLimits({ perTransaction: 1_000_000_000 }));

// Each test begins on a day with no spending.
beforeEach(async () => {
  await setLimits(null);
  await toNextDay(server);
});

const setLimits = (limits: object | null): Promise<void> => limitAgent(server, main.agentId, limits);

const toStranger = () => byId(stranger);

/** A payment that the agent makes with its own key. */
const spend = async (amount: number, values: object = {}) =>
  resource(await server.as(main.agentKey).pay({ amount, counterparty: toStranger(), ...values }));

/** A withdrawal by the agent, which is possible by header only. */
const withdrawn = async (amount: number) =>
  resource(await withdraw(server.with(asAgent(main.agentId)), { amount }));
const statusOf = ({ attributes: { status } }: Resource): unknown => status;
const cancel = (payment: Resource) => server.post(`/payments/${payment.id}/cancel`);

const unclaimed = (amount: number) => spend(amount, toNobody());

async function approve(payment: Resource): Promise<void> {
  const [approval] = await approvalsOf(server, payment);
  expect((await server.post(`/approvals/${approval?.id}/approve`)).status).toBe(200);
}

async function reasonsOf(it: Resource): Promise<unknown> {
  const approvals = await approvalsOf(server, it);
  return approvals.flatMap((approval) => approval.attributes['reasons']);
}

/**
 * The status and reasons of a payment of one cent more than `left`, and the status of one of exactly `left`.
 */
async function around(left: number): Promise<unknown[]> {
  const above = await spend(left + 1);
  return [statusOf(above), await reasonsOf(above), statusOf(await spend(left))];
}

/** The result of `around` when exactly `left` remains of the limit. */
function met(limitType: string, limit: number): unknown[] {
  return ['IN_REVIEW', [exceeded(limitType, limit, limit + 1)], 'PROCESSING'];
}

describe("an agent's limit per day", () => {
  it('allows the exact amount and not a cent more, by key and by header together', async () => {
    await setLimits({ perDay: 1_000 });
    expect(statusOf(await spend(600))).toBe('PROCESSING');
    const values = { amount: 300, counterparty: toStranger() };
    const byHeader = await server.as(main.apiKey).pay(values, asAgent(main.agentId));
    expect(statusOf(resource(byHeader))).toBe('PROCESSING');
    expect(await around(100)).toEqual(met('dailyAmount', 1_000));
    expect(await reasonsOf(await spend(1))).toEqual([exceeded('dailyAmount', 1_000, 1_001)]);
  });

  it('neither restricts nor counts what the party itself pays', async () => {
    await setLimits({ perDay: 1_000 });
    const values = { amount: 5_000, counterparty: toStranger() };
    const own = await server.pay(values);
    expect(statusOf(resource(own))).toBe('PROCESSING');
    expect(await around(1_000)).toEqual(met('dailyAmount', 1_000));
  });

  it('resets with the UTC day, and not before', async () => {
    await setLimits({ perDay: 1_000 });
    await spend(900);
    await toNextDay(server, -10);
    expect(await around(100)).toEqual(met('dailyAmount', 1_000));
    await toNextDay(server, 1);
    expect(await around(1_000)).toEqual(met('dailyAmount', 1_000));
  });

  it('counts neither payments in review nor those that are then denied or canceled', async () => {
    await setLimits({ perDay: 1_000 });
    await spend(700);
    const [denied, canceled] = [await spend(5_000), await spend(6_000)];
    const [approval] = await approvalsOf(server, denied);
    expect(statusOf(await spend(200))).toBe('PROCESSING');
    expect((await server.post(`/approvals/${approval?.id}/deny`)).status).toBe(200);
    expect((await cancel(canceled)).status).toBe(200);
    expect(await around(100)).toEqual(met('dailyAmount', 1_000));
  });

  it('counts an approved amount on the day of the approval, even above the limit', async () => {
    await setLimits({ perDay: 1_000 });
    await spend(900);
    const [today, tomorrow] = [await spend(400), await spend(800)];
    await approve(today);
    const above = await spend(1);
    expect(await reasonsOf(above)).toEqual([exceeded('dailyAmount', 1_000, 1_301)]);
    await toNextDay(server);
    await approve(tomorrow);
    expect(await around(200)).toEqual(met('dailyAmount', 1_000));
  });

  it('gets back a canceled amount only on the day on which it was spent', async () => {
    await setLimits({ perDay: 1_000 });
    const [now, later] = [await unclaimed(300), await unclaimed(500)];
    await cancel(now);
    expect(await around(500)).toEqual(met('dailyAmount', 1_000));
    await toNextDay(server);
    expect(statusOf(await spend(300))).toBe('PROCESSING');
    await cancel(later);
    expect(await around(700)).toEqual(met('dailyAmount', 1_000));
  });

  it('counts withdrawals too, except failed ones', async () => {
    await setLimits({ perDay: 1_000 });
    expect(statusOf(await withdrawn(203))).toBe('PROCESSING'); // fails
    expect(statusOf(await withdrawn(123))).toBe('PROCESSING'); // completes and is returned
    expect(await reasonsOf(await withdrawn(675))).toEqual([exceeded('dailyAmount', 1_000, 1_001)]);
    await advance(server, 30);
    expect(await around(877)).toEqual(met('dailyAmount', 1_000));
    const above = await withdrawn(1);
    expect([statusOf(above), await reasonsOf(above)]).toEqual([
      'IN_REVIEW',
      [exceeded('dailyAmount', 1_000, 1_001)],
    ]);
  });

  it('covers no other currency, and does not count it', async () => {
    await setLimits({ perDay: 1_000 });
    const euro = await spend(5, { currency: 'EUR' });
    expect([statusOf(euro), await reasonsOf(euro)]).toEqual([
      'IN_REVIEW',
      [{ type: 'currencyNotCovered', currency: 'EUR', limitCurrencies: ['USD'] }],
    ]);
    await approve(euro);
    expect(await around(1_000)).toEqual(met('dailyAmount', 1_000));
  });

  it('counts what was spent before it was set or changed', async () => {
    await spend(600);
    await setLimits({ perDay: 100 });
    expect(await reasonsOf(await spend(1))).toEqual([exceeded('dailyAmount', 100, 601)]);
    await setLimits({ perDay: 1_000 });
    expect(await around(400)).toEqual(met('dailyAmount', 1_000));
    await setLimits(null);
    expect(statusOf(await spend(5_000))).toBe('PROCESSING');
    await setLimits({ perDay: 6_500 });
    expect(await around(500)).toEqual(met('dailyAmount', 6_500));
  });
});

describe("an agent's limit per month", () => {
  beforeEach(() => toNextMonth(server));

  it('adds up the days, and resets with the UTC month', async () => {
    await setLimits({ perMonth: 2_500 });
    for (const amount of [1_500, 900]) {
      expect(statusOf(await spend(amount))).toBe('PROCESSING');
      await toNextDay(server);
    }
    expect(await around(100)).toEqual(met('monthlyAmount', 2_500));
    await toNextMonth(server);
    expect(await around(2_500)).toEqual(met('monthlyAmount', 2_500));
  });

  it('gets back a canceled amount only in the month in which it was spent', async () => {
    await setLimits({ perMonth: 1_000 });
    await advance(server, 20 * 86_400);
    const [soon, late] = [await unclaimed(300), await unclaimed(600)];
    await toNextDay(server);
    await cancel(soon);
    expect(await around(400)).toEqual(met('monthlyAmount', 1_000));
    await toNextMonth(server);
    await spend(300);
    await cancel(late);
    expect(await around(700)).toEqual(met('monthlyAmount', 1_000));
  });

  it('is reported together with the daily and per-transaction limits that are exceeded', async () => {
    await setLimits({ perTransaction: 800, perDay: 1_000, perMonth: 1_500 });
    await spend(800);
    const day = await spend(400);
    expect(await reasonsOf(day)).toEqual([exceeded('dailyAmount', 1_000, 1_200)]);
    await toNextDay(server);
    await spend(600);
    expect(await reasonsOf(await spend(200))).toEqual([exceeded('monthlyAmount', 1_500, 1_600)]);
    const reasons = await reasonsOf(await spend(900));
    expect(reasons).toEqual([
      exceeded('perTransactionAmount', 800, 900),
      exceeded('dailyAmount', 1_000, 1_500),
      exceeded('monthlyAmount', 1_500, 2_300),
    ]);
    expect(await around(100)).toEqual(met('monthlyAmount', 1_500));
  });

  it('of the largest amount is compared exactly', async () => {
    await setLimits({ perMonth: Number.MAX_SAFE_INTEGER });
    await spend(1);
    const beyond = await spend(Number.MAX_SAFE_INTEGER);
    expect(statusOf(beyond)).toBe('IN_REVIEW');
  });
});
