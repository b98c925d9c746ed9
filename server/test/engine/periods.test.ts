import { describe, expect, it } from 'vitest';
import { dayOf, exceededLimits, type Limit } from '../../src/engine/rules/limits.ts';
import { maxAmount } from '../../src/lib/money.ts';
import { payment, withdrawal } from './commands.ts';
import { next, run, type Run, words } from './run.ts';
import {
  buyer,
  customer,
  grant,
  later,
  noLimits,
  now,
  setAgent,
  setDelegation,
  setParty,
  setSpent,
  setWallets,
  shop,
  spent,
  wallet,
  world,
} from './world.ts';

const byAgent = { actor: { agentId: buyer } };

describe('the UTC day of a time', () => {
  it.each([
    ['2026-01-02T03:04:05.000Z', '2026-01-02'],
    ['2026-01-31T23:59:59.999Z', '2026-01-31'],
    ['2026-02-01T00:00:00.000Z', '2026-02-01'],
    ['2026-12-31T23:59:59.999Z', '2026-12-31'],
    ['2027-01-01T00:00:00.000Z', '2027-01-01'],
    ['2028-02-29T12:00:00.000Z', '2028-02-29'],
    ['2026-01-02T23:30:00-02:00', '2026-01-03'],
    ['2026-03-01T00:30:00+01:00', '2026-02-28'],
  ])('%s is in %s', (time, day) => expect(dayOf(new Date(time))).toBe(day));
});

const limitOf = (values: Partial<Limit>): Limit => ({
  owner: shop,
  setOn: 'agent',
  spender: buyer,
  defaultCurrency: 'USD',
  ...noLimits,
  ...values,
});
const reasonsOf = (limit: Limit, amount: bigint, spentToday: bigint, spentInMonth: bigint) => {
  const state = world();
  setSpent(state, buyer, [spentToday, spentInMonth]);
  const [exceeded] = exceededLimits([limit], { amount, currency: 'USD', now }, state);
  return exceeded?.reasons.map((reason) =>
    reason.type === 'limitExceeded'
      ? [reason.limitType, reason.limitAmount, reason.actualAmount]
      : reason.type,
  );
};

describe('a limit per day or month', () => {
  it.each<[string, Partial<Limit>, [bigint, bigint, bigint], unknown]>([
    ['allows exactly the amount of the day', { perDay: 500n }, [200n, 300n, 9_000n], undefined],
    [
      'is exceeded by one cent more, and reports the resulting sum of the day',
      { perDay: 500n },
      [201n, 300n, 9_000n],
      [['dailyAmount', 500, 501]],
    ],
    ['allows exactly the amount of the month', { perMonth: 500n }, [200n, 0n, 300n], undefined],
    [
      'is exceeded by one cent more in the month',
      { perMonth: 500n },
      [201n, 0n, 300n],
      [['monthlyAmount', 500, 501]],
    ],
    [
      'is exceeded by a single payment on an empty day',
      { perDay: 500n },
      [501n, 0n, 0n],
      [['dailyAmount', 500, 501]],
    ],
    [
      'reports every exceeded limit, per transaction first',
      { perTransaction: 100n, perDay: 500n, perMonth: 900n },
      [101n, 400n, 800n],
      [
        ['perTransactionAmount', 100, 101],
        ['dailyAmount', 500, 501],
        ['monthlyAmount', 900, 901],
      ],
    ],
    ['counts nothing without a spender', { perDay: 500n, spender: null }, [500n, 400n, 0n], undefined],
    [
      'reports a sum that JSON cannot represent exactly as the largest exact number',
      { perDay: 500n },
      [maxAmount, 1n, 0n],
      [['dailyAmount', 500, Number(maxAmount)]],
    ],
  ])('%s', (_what, limit, amounts, reasons) => {
    expect(reasonsOf(limitOf(limit), ...amounts)).toEqual(reasons);
  });

  it.each(['perTransaction', 'perDay', 'perMonth'] as const)(
    'does not cover another currency: %s',
    (name) => {
      const spending = { amount: 1n, currency: 'EUR', now };
      expect(exceededLimits([limitOf({ [name]: maxAmount })], spending, world())).toEqual([
        {
          owner: shop,
          reasons: [{ type: 'currencyNotCovered', currency: 'EUR', limitCurrencies: ['USD'] }],
          ofParty: false,
        },
      ]);
    },
  );

  it('covers every currency when it is not set', () => {
    expect(exceededLimits([limitOf({})], { amount: maxAmount, currency: 'EUR', now }, world())).toEqual([]);
  });
});

/** A payment of 4.00 by the agent at this time. */
const at = (time: string) => payment({ ...byAgent, amount: 400n, now: new Date(time) });

/** The results of commands one after the other under these limits of the agent. */
const ends = (limits: object, ...commands: ReturnType<typeof at>[]): string[] => {
  const state = world();
  setAgent(state, limits);
  let ran = run(state);
  return commands.flatMap((command) => words((ran = next(ran, command))));
};

describe('from one period to the next', () => {
  it.each<[string, object, string[], string[]]>([
    [
      'a day ends at midnight UTC, not before',
      { perDay: 500n },
      ['2026-01-02T23:59:59.998Z', '2026-01-02T23:59:59.999Z', '2026-01-03T00:00:00.000Z'],
      ['COMPLETED', 'IN_REVIEW', 'COMPLETED'],
    ],
    [
      'a month ends with the last millisecond of January',
      { perMonth: 500n },
      ['2026-01-02T00:00:00Z', '2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00.000Z'],
      ['COMPLETED', 'IN_REVIEW', 'COMPLETED'],
    ],
    [
      'February ends on the 28th, in a common year',
      { perMonth: 500n },
      ['2026-02-01T00:00:00Z', '2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00Z'],
      ['COMPLETED', 'IN_REVIEW', 'COMPLETED'],
    ],
    [
      'February ends on the 29th in a leap year',
      { perMonth: 500n },
      ['2028-02-28T23:59:59.999Z', '2028-02-29T23:59:59.999Z', '2028-03-01T00:00:00Z'],
      ['COMPLETED', 'IN_REVIEW', 'COMPLETED'],
    ],
    [
      'the leap day is a separate day',
      { perDay: 500n },
      ['2028-02-28T12:00:00Z', '2028-02-29T00:00:00Z', '2028-02-29T23:59:59.999Z', '2028-03-01T00:00:00Z'],
      ['COMPLETED', 'COMPLETED', 'IN_REVIEW', 'COMPLETED'],
    ],
    [
      'a year ends with its December',
      { perMonth: 500n, perDay: 500n },
      ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z', '2027-01-02T00:00:00Z'],
      ['COMPLETED', 'COMPLETED', 'IN_REVIEW'],
    ],
    [
      'a new day does not reset the month',
      { perMonth: 700n },
      ['2026-01-02T12:00:00Z', '2026-01-03T12:00:00Z'],
      ['COMPLETED', 'IN_REVIEW'],
    ],
  ])('%s', (_what, limits, times, expected) => {
    expect(ends(limits, ...times.map((time) => at(time)))).toEqual(expected);
  });

  it.each([
    ['that was sent before midnight', '2026-01-02T23:59:59.999Z'],
    ['that was sent by a server whose clock is behind', '2025-12-30T12:00:00.000Z'],
  ])('spending after the first payment of a day counts on that day: a command %s', (_what, sent) => {
    expect(
      ends({ perDay: 900n }, ...['2026-01-03T00:00:00.001Z', sent, sent].map((time) => at(time))),
    ).toEqual(['COMPLETED', 'COMPLETED', 'IN_REVIEW']);
  });

  it('and is accepted at the start of that day, for all owners that count it', () => {
    const state = world();
    setAgent(state, { perDay: 900n });
    setParty(state, shop, { perMonth: 900n });
    setSpent(state, shop, [400n, 400n], '2026-02-01');
    const after = run(state, at('2026-01-31T23:59:59.999Z'));
    const began = new Date('2026-02-01');
    expect(after.changes.payments).toMatchObject([{ acceptedAt: began, updatedAt: began, createdAt: began }]);
    expect(after.changes.movements).toMatchObject([{ createdAt_us: BigInt(+began) * 1000n }]);
    expect(spent(after.state, buyer)).toEqual(['2026-02-01', 400n, 400n]);
    expect(spent(after.state, shop)).toEqual(['2026-02-01', 800n, 800n]);
  });
});

const times = (...ran: Run[]) =>
  ran.flatMap(({ changes }) => changes.movements.map((each) => each.createdAt_us));

describe('the movements of a wallet', () => {
  it('have the order in which they were decided, by a server whose clock is behind too', () => {
    const first = run(world(), payment({ amount: 1n }), payment({ amount: 1n }));
    const second = next(
      first,
      payment({ amount: 1n, now: later({ ms: -60_000 }) }),
      payment({ amount: 1n, now: later({ ms: 1 }) }),
    );
    const [one = 0n, ...others] = times(first, second);
    expect(others.map((each) => each - one)).toEqual([1n, 2n, 1_000n]);
    expect(second.changes.payments.map(({ acceptedAt }) => acceptedAt)).toEqual([now, later({ ms: 1 })]);
  });

  it('of one command are dated in the millisecond in which it is accepted', () => {
    const state = world();
    for (const each of state.wallets.get(shop) ?? []) each.datedTo_us = BigInt(+now) * 1_000n + 999n;
    const after = run(state, payment({ amount: 1n }));
    expect(after.changes.payments).toMatchObject([{ acceptedAt: later({ ms: 1 }) }]);
    expect(times(after)).toEqual([BigInt(+now + 1) * 1_000n]);
  });

  it('are dated after what a statement or an export has closed', () => {
    const closed = later({ days: 1 });
    const state = { ...world(), clock: { now_ms: 0, offset_ms: 0, datedTo_us: BigInt(+closed) * 1_000n } };
    expect(times(run(state, payment({ amount: 1n })))).toEqual([BigInt(+closed) * 1_000n]);
  });
});

describe('limits within one batch', () => {
  it('count the payments and withdrawals earlier in the batch', () => {
    const state = world();
    setParty(state, shop, { perDay: 1_000n });
    const after = run(
      state,
      payment({ amount: 600n }),
      withdrawal({ amount: 400n }),
      payment({ amount: 1n }),
    );
    expect(words(after)).toEqual(['COMPLETED', 'PROCESSING', 'IN_REVIEW']);
  });

  it('do not count refused commands or those in review', () => {
    const state = world();
    setAgent(state, { perDay: 1_000n });
    setWallets(state, wallet(shop, { posted: 1_000n }), wallet(customer, { posted: 900n }));
    setDelegation(state, { grants: [grant(buyer, null)] });
    const short = payment({ ...byAgent, customerPartyId: customer, amount: 901n });
    const over = payment({ ...byAgent, amount: 1_001n });
    const exact = payment({ ...byAgent, amount: 1_000n });
    expect(words(run(state, short, over, exact))).toEqual(['insufficient_funds', 'IN_REVIEW', 'COMPLETED']);
  });
});
