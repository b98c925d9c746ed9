import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { resource, type Resource } from '../support/http.ts';
import { advance, approvalsOf, asAgent, toNextDay, toNextMonth, withdraw } from '../support/moves.ts';
import { main, customer, stranger, byId, toNobody, testServer } from '../support/server.ts';
import { exceeded } from '../support/shapes-transfers.ts';

const server = testServer();
afterAll(() => clearLimits());

// Each test begins on a day with no spending.
beforeEach(async () => {
  await clearLimits();
  await toNextDay(server);
});

type Party = { apiKey: string };

async function setLimits({ apiKey: key }: Party, limits: object | null): Promise<void> {
  const reply = await server.as(key).put('/parties/me/limits', { limits });
  expect(reply.status).toBe(200);
}

async function setAgentLimits(limits: object): Promise<void> {
  const none = { perTransaction: null, perDay: null, perMonth: null };
  await server.patch(`/agents/${main.agentId}`, { limits: { ...none, ...limits } });
}

async function clearLimits(): Promise<void> {
  for (const party of [main, customer]) await setLimits(party, null);
  await setAgentLimits({ perTransaction: 1_000_000_000 });
}

const toStranger = () => byId(stranger);

const spend = async (key: string, amount: number, values: object = {}) =>
  resource(await server.as(key).pay({ amount, counterparty: toStranger(), ...values }));
const forCustomer = (amount: number, key = main.agentKey) =>
  spend(key, amount, { customerPartyId: customer.partyId });
const statusOf = ({ attributes: { status } }: Resource): unknown => status;

/** The reasons for a payment's review, one list per approval, as its initiator sees them. */
async function reasonsOf(it: Resource, key?: string): Promise<unknown[]> {
  const approvals = await approvalsOf(server.as(key), it);
  return approvals.map((approval) => approval.attributes['reasons']);
}

async function approve(it: Resource, key: string): Promise<number> {
  const [approval] = await approvalsOf(server.as(key), it);
  return (await server.as(key).post(`/approvals/${approval?.id}/approve`)).status;
}

describe("a party's limit per day", () => {
  it('counts payments by all of its keys, users and agents, and its withdrawals', async () => {
    await setLimits(main, { perDay: 1_000 });
    for (const key of [main.apiKey, main.approverApiKey, main.agentKey, main.limitedAgentKey]) {
      expect(statusOf(await spend(key, 150))).toBe('PROCESSING');
    }
    expect(statusOf(resource(await withdraw(server, { amount: 250 })))).toBe('PROCESSING');
    for (const above of [
      await spend(main.apiKey, 151),
      await spend(main.agentKey, 151),
      resource(await withdraw(server, { amount: 151 })),
      resource(await withdraw(server.with(asAgent(main.agentId)), { amount: 151 })),
    ]) {
      expect(statusOf(above)).toBe('IN_REVIEW');
      expect(await reasonsOf(above)).toEqual([[exceeded('dailyAmount', 1_000, 1_001)]]);
    }
    expect(statusOf(await spend(main.apiKey, 150))).toBe('PROCESSING');
    await toNextDay(server);
    expect(statusOf(resource(await withdraw(server, { amount: 1_000 })))).toBe('PROCESSING');
    expect(statusOf(await spend(main.apiKey, 1))).toBe('IN_REVIEW');
  });

  it('is approved by another user of the party than the maker', async () => {
    await setLimits(main, { perDay: 100 });
    const payment = await spend(main.apiKey, 101);
    expect(await approve(payment, main.apiKey)).toBe(403);
    expect(await approve(payment, main.approverApiKey)).toBe(200);
    expect(await reasonsOf(await spend(main.apiKey, 1))).toEqual([[exceeded('dailyAmount', 100, 102)]]);
  });

  it("and its agent's limit lead to one approval with all reasons when both are exceeded", async () => {
    await setLimits(main, { perDay: 1_000, perTransaction: 900 });
    await setAgentLimits({ perDay: 500 });
    expect(statusOf(await spend(main.apiKey, 300))).toBe('PROCESSING');
    expect(statusOf(await spend(main.agentKey, 400))).toBe('PROCESSING');
    expect(await reasonsOf(await spend(main.agentKey, 950))).toEqual([
      [
        exceeded('dailyAmount', 500, 1_350),
        exceeded('perTransactionAmount', 900, 950),
        exceeded('dailyAmount', 1_000, 1_650),
      ],
    ]);
    expect(await reasonsOf(await spend(main.agentKey, 101))).toEqual([[exceeded('dailyAmount', 500, 501)]]);
    expect(await reasonsOf(await spend(main.apiKey, 301))).toEqual([[exceeded('dailyAmount', 1_000, 1_001)]]);
  });

  it('gets back failed and canceled amounts, but not an amount returned after completion', async () => {
    await setLimits(main, { perDay: 1_000 });
    const unclaimed = await spend(main.apiKey, 300, toNobody());
    await withdraw(server, { amount: 303 }); // fails
    await withdraw(server, { amount: 323 }); // completes and is returned
    expect(await reasonsOf(await spend(main.apiKey, 75))).toEqual([[exceeded('dailyAmount', 1_000, 1_001)]]);
    await server.post(`/payments/${unclaimed.id}/cancel`);
    await advance(server, 30);
    expect(await reasonsOf(await spend(main.apiKey, 678))).toEqual([[exceeded('dailyAmount', 1_000, 1_001)]]);
    expect(statusOf(await spend(main.apiKey, 677))).toBe('PROCESSING');
  });
});

describe("a payment from a customer's wallet", () => {
  it("counts against the customer's limit, which only the customer can approve", async () => {
    await setLimits(customer, { perDay: 1_000 });
    expect(statusOf(await spend(customer.apiKey, 400))).toBe('PROCESSING');
    expect(statusOf(await forCustomer(300))).toBe('PROCESSING');
    expect(statusOf(await forCustomer(200, main.apiKey))).toBe('PROCESSING');
    const above = await forCustomer(101);
    const reasons = [[exceeded('dailyAmount', 1_000, 1_001)]];
    expect([statusOf(above), await reasonsOf(above, customer.apiKey)]).toEqual(['IN_REVIEW', reasons]);
    expect(await reasonsOf(above)).toEqual([[]]);
    expect(await reasonsOf(await spend(customer.apiKey, 101), customer.apiKey)).toEqual(reasons);
    expect(statusOf(await forCustomer(100))).toBe('PROCESSING');
    expect(await approve(above, main.apiKey)).toBe(403);
    expect(await approve(above, customer.apiKey)).toBe(200);
    expect(statusOf(await spend(main.apiKey, 5_000))).toBe('PROCESSING');
  });

  it('counts against the limits of the initiator, which only the initiator can approve', async () => {
    await setLimits(main, { perDay: 1_000 });
    expect(statusOf(await spend(main.apiKey, 400))).toBe('PROCESSING');
    expect(statusOf(await forCustomer(500))).toBe('PROCESSING');
    const above = await forCustomer(101);
    expect(await reasonsOf(above)).toEqual([[exceeded('dailyAmount', 1_000, 1_001)]]);
    expect(await approve(above, customer.apiKey)).toBe(403);
    expect(await approve(above, main.approverApiKey)).toBe(200);
    expect(resource(await server.get(`/payments/${above.id}`)).attributes['status']).toBe('COMPLETED');
    expect(statusOf(await spend(customer.apiKey, 2_000))).toBe('PROCESSING');
  });

  it("needs two approvals when both parties' limits are exceeded, each for its own reason", async () => {
    await toNextMonth(server);
    await setLimits(main, { perMonth: 1_000 });
    await setLimits(customer, { perDay: 2_000 });
    const payment = await forCustomer(2_001);
    const [ours, theirs] = [await reasonsOf(payment), await reasonsOf(payment, customer.apiKey)];
    expect([ours, theirs].map((each) => each.length)).toEqual([2, 2]);
    expect(ours).toEqual(expect.arrayContaining([[exceeded('monthlyAmount', 1_000, 2_001)], []]));
    expect(theirs).toEqual(expect.arrayContaining([[exceeded('dailyAmount', 2_000, 2_001)], []]));
  });

  it('needs another approval when another limit has been exceeded in the meantime', async () => {
    await setLimits(main, { perDay: 1_000 });
    const payment = await forCustomer(1_001);
    await setLimits(customer, { perDay: 500 });
    expect(await approve(payment, main.approverApiKey)).toBe(200);
    expect(resource(await server.get(`/payments/${payment.id}`)).attributes['status']).toBe('IN_REVIEW');
    expect(await reasonsOf(payment, customer.apiKey)).toEqual([[exceeded('dailyAmount', 500, 1_001)]]);
    expect(await approve(payment, customer.apiKey)).toBe(200);
    expect(resource(await server.get(`/payments/${payment.id}`)).attributes['status']).toBe('COMPLETED');
  });
});
