import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, type Resource } from '../support/http.ts';
import { exceeded } from '../support/shapes-transfers.ts';
import { main, customer, testServer } from '../support/server.ts';
import { day_s, done, minute_s, type Steps, stepsOf } from './steps.ts';

// Each kind of limit is met, exceeded, approved, denied and left to expire; the clock advances days and
// months.

const server = testServer();
let steps: Steps;
beforeAll(async () => {
  steps = stepsOf(server);
});
afterAll(async () => {
  await steps.limitAgent({ perTransaction: 10_000 });
  await steps.limitParty(null);
});

type Kind = {
  /** Sets the limit of 10.00; does nothing for a limit that exists already. */
  set: () => Promise<void>;
  spend: (amount: number, currency?: string) => Promise<Resource>;
  /** The key that decides an approval, and keys that may not. */
  decider: () => string;
  others: () => string[];
  limit: number;
  /** The period over which the limit adds up; null for a limit per transaction. */
  counts: 'day' | 'month' | null;
  reason: (actual: number) => object;
  /** The currency that exceeds the limit, when one cent more does not. */
  over?: { currency: string };
};

const reasonOf = (limitType: string, limitAmount: number) => (actualAmount: number) =>
  exceeded(limitType, limitAmount, actualAmount);
const limit = 1_000;
const alone = { limit, counts: null, reason: reasonOf('perTransactionAmount', limit) };
const daily = { limit, counts: 'day', reason: reasonOf('dailyAmount', limit) } as const;
const monthly = { limit, counts: 'month', reason: reasonOf('monthlyAmount', limit) } as const;

const byAgent = {
  spend: (amount: number, currency = 'USD') => steps.payStranger({ amount, currency }, main.limitedAgentKey),
  decider: () => main.apiKey,
  others: () => [main.agentKey, main.limitedAgentKey],
};
const byParty = {
  spend: (amount: number) => steps.payStranger({ amount }),
  decider: () => main.approverApiKey,
  others: () => [main.apiKey, main.agentKey],
};
const limitAgent = (name: string) => () => steps.limitAgent({ [name]: limit });
const limitParty = (name: string) => () => steps.limitParty({ [name]: limit });

const kinds: Array<[string, Kind]> = [
  ["an agent's, per transaction", { ...byAgent, ...alone, set: limitAgent('perTransaction') }],
  ["an agent's, per day", { ...byAgent, ...daily, set: limitAgent('perDay') }],
  ["an agent's, per month", { ...byAgent, ...monthly, set: limitAgent('perMonth') }],
  ["a party's, per transaction", { ...byParty, ...alone, set: limitParty('perTransaction') }],
  ["a party's, per day", { ...byParty, ...daily, set: limitParty('perDay') }],
  ["a party's, per month", { ...byParty, ...monthly, set: limitParty('perMonth') }],
  [
    "a customer's, on its grant",
    {
      set: async () => undefined,
      spend: (amount) => steps.payStranger({ amount, customerPartyId: customer.partyId }, main.agentKey),
      decider: () => customer.apiKey,
      others: () => [main.apiKey, main.approverApiKey],
      limit: 5_000,
      counts: null,
      reason: reasonOf('perTransactionAmount', 5_000),
    },
  ],
  [
    'any, for a currency it does not cover',
    {
      ...byAgent,
      ...alone,
      set: limitAgent('perTransaction'),
      over: { currency: 'EUR' },
      reason: () => ({ type: 'currencyNotCovered', currency: 'EUR', limitCurrencies: ['USD'] }),
    },
  ],
];

describe.each(kinds)('a limit: %s', (_name, kind) => {
  /** The amount that the limit has counted so far. */
  let counted = 0;
  /** Makes a payment over the limit, and returns it with its approval. */
  async function exceed(): Promise<{ payment: Resource; approval: Resource }> {
    const full = kind.counts ? counted >= kind.limit : kind.over !== undefined;
    const amount = full ? 1 : kind.limit + 1;
    const payment = await kind.spend(amount, kind.over?.currency);
    expect(payment.attributes['status']).toBe('IN_REVIEW');
    const [approval, ...others] = await steps.approvalsOf(payment, 'pending', kind.decider());
    expect(others).toEqual([]);
    expect(approval?.attributes['reasons']).toEqual([kind.reason(counted + amount)]);
    return { payment, approval: approval as Resource };
  }
  /** Makes payments of these amounts one after the other, and returns their states. */
  async function spend(...amounts: number[]): Promise<unknown[]> {
    const states = [];
    for (const amount of amounts) {
      const payment = await kind.spend(amount);
      const passed = payment.attributes['status'] === 'PROCESSING';
      if (kind.counts && passed) counted += amount;
      states.push(await steps.stateOf(payment));
    }
    return states;
  }

  beforeAll(async () => {
    await steps.limitAgent(null);
    await steps.limitParty(null);
    await steps.untilNextMonth();
    await kind.set();
  });

  it('allows its exact amount without an approval', async () => {
    const amounts = kind.counts ? [kind.limit - 400, 399, 1] : [kind.limit, kind.limit, kind.limit];
    expect(await spend(...amounts)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
  });

  it('exceeded: the payment is in review, with its reason', async () => {
    const { approval } = await exceed();
    expect(approval.attributes).toMatchObject({ status: 'pending', resolvedAt: null });
  });

  it('exceeded and approved by the decider: the payment runs and counts', async () => {
    const { payment, approval } = await exceed();
    for (const key of kind.others()) expect((await steps.decide(approval, 'approve', key)).status).toBe(403);
    const approved = done(await steps.decide(approval, 'approve', kind.decider()));
    expect(approved.attributes['status']).toBe('approved');
    expect(await steps.stateOf(payment)).toBe('COMPLETED');
    if (kind.counts) counted += Number(payment.attributes['amount']);
    await exceed();
    const again = await steps.decide(approval, 'approve', kind.decider());
    expect(refusal(again)).toEqual([409, ['conflict'], [undefined]]);
  });

  it('exceeded and denied: the payment never runs and does not count', async () => {
    const { payment, approval } = await exceed();
    const denied = done(await steps.decide(approval, 'deny', kind.decider()));
    expect(denied.attributes['status']).toBe('denied');
    expect(await steps.stateOf(payment)).toBe('APPROVAL_DENIED');
    await exceed();
  });

  it('exceeded and left undecided: the payment is canceled after 7 days', async () => {
    const { payment, approval } = await exceed();
    await steps.advance(7 * day_s - minute_s);
    expect(await steps.stateOf(payment)).toBe('IN_REVIEW');
    await steps.advance(2 * minute_s);
    expect(await steps.stateOf(payment)).toBe('CANCELED');
    const [over] = await steps.approvalsOf(payment, 'canceled', kind.decider());
    expect([over?.id, over?.attributes['resolvedAt']]).toEqual([approval.id, expect.any(String)]);
    const late = await steps.decide(approval, 'approve', kind.decider());
    expect(refusal(late)).toEqual([409, ['conflict'], [undefined]]);
    if (kind.counts === 'day') counted = 0;
  });

  it.each(['day', 'month'] as const)(
    'after one %s, allows a payment again if its period has ended',
    async (by) => {
      await (by === 'day' ? steps.untilTomorrow() : steps.untilNextMonth());
      const stillFull = kind.counts === 'month' && by === 'day';
      if (!stillFull) counted = 0;
      expect(await spend(kind.limit)).toEqual([stillFull ? 'IN_REVIEW' : 'COMPLETED']);
      await exceed();
    },
  );
});

/** A payment that exceeds a limit of the party and one of its customer. */
function payOverBoth(): Promise<Resource> {
  const values = { amount: 5_001, customerPartyId: customer.partyId };
  return steps.payStranger(values, main.agentKey);
}

/** Lets the party decide, then the customer; returns the payment's state after each. */
async function decideInTurn(payment: Resource, ...verdicts: Array<'approve' | 'deny'>): Promise<unknown[]> {
  const states = [];
  for (const [index, key] of [main.approverApiKey, customer.apiKey].entries()) {
    const pending = await steps.approvalsOf(payment);
    for (const approval of pending) await steps.decide(approval, verdicts[index] ?? 'deny', key);
    states.push(await steps.stateOf(payment));
  }
  return states;
}

describe('combined limits', () => {
  beforeAll(async () => {
    await steps.limitParty({ perTransaction: 5_000 });
    await steps.limitAgent(null);
  });
  afterAll(() => steps.limitParty(null));

  it('of the party and its customer: each decides separately, and the last approval executes the payment', async () => {
    const payment = await payOverBoth();
    expect((await steps.approvalsOf(payment)).length).toBe(2);
    expect(await decideInTurn(payment, 'approve', 'approve')).toEqual(['IN_REVIEW', 'COMPLETED']);
  });

  it('of the party and its customer: one denial closes the payment, and cancels the other approval', async () => {
    const payment = await payOverBoth();
    expect(await decideInTurn(payment, 'deny', 'approve')).toEqual(['APPROVAL_DENIED', 'APPROVAL_DENIED']);
    expect((await steps.approvalsOf(payment, 'denied')).length).toBe(1);
    expect((await steps.approvalsOf(payment, 'canceled')).length).toBe(1);
  });

  it('count an unclaimed payment, and no longer one canceled on the same day', async () => {
    const key = main.limitedAgentKey;
    await steps.untilTomorrow();
    await steps.limitAgent({ perDay: limit });
    const held = await steps.payAddress('somebody@example.com', { amount: limit }, key);
    expect(await steps.stateOf(held)).toBe('PENDING_CLAIM');
    const one = () => steps.payStranger({ amount: 1 }, key);
    expect((await one()).attributes['status']).toBe('IN_REVIEW');
    done(await steps.write('POST', `/payments/${held.id}/cancel`));
    expect((await one()).attributes['status']).toBe('PROCESSING');
    await steps.payStranger({ amount: limit - 1 }, key);
  });

  it('count a reviewed payment on the day of its approval', async () => {
    const pay = (amount: number) => steps.payStranger({ amount }, main.limitedAgentKey);
    const waits = await pay(limit - 400); // the day before left too little of the limit
    const [approval] = await steps.approvalsOf(waits);
    await steps.untilTomorrow();
    await steps.decide(approval as Resource, 'approve');
    const states = [await pay(400), await pay(1)].map(({ attributes }) => attributes['status']);
    expect([await steps.stateOf(waits), ...states]).toEqual(['COMPLETED', 'PROCESSING', 'IN_REVIEW']);
  });
});
