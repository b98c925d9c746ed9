import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fees, largestWithFee } from '../../src/engine/model/fees.ts';
import { batchTime } from '../../src/engine/decide/time.ts';
import type { LoadedState } from '../../src/engine/model/state.ts';
import { endOf, spentAt } from '../../src/engine/rules/limits.ts';
import { spendable, usedOf } from '../../src/engine/rules/usage.ts';
import { maxAmount } from '../../src/lib/money.ts';
import { worlds } from './arbitrary.ts';
import { payment } from './commands.ts';
import { next, run, words } from './run.ts';
import { anOwnersKey, buyer, id, newcomer, noLimits, now, setAgent, setParty, shop, world } from './world.ts';

const accounts = { USD: id('wal', 'fees in USD'), EUR: id('wal', 'fees in EUR') };
const someFees: fc.Arbitrary<Fees | null> = fc.option(
  fc
    .record({ fixed: fc.nat(20), basisPoints: fc.nat(500) })
    .map((terms) => ({ payment: { USD: terms, EUR: terms }, accounts })),
);
const credentialId = id('apy', 'a key of any party');
const accepted = 'PENDING_CLAIM';

/** Returns what becomes of a payment of each agent to somebody new, of this amount. */
function payBy(state: LoadedState, agentId: string, amount: bigint, currency: string): string {
  const agent = state.agents.get(agentId);
  if (!agent) return 'no such agent';
  const actor = { partyId: agent.partyId, agentId: agent.id, credentialId };
  return words(run(state, payment({ actor, amount, currency, counterparty: newcomer })))[0] ?? '';
}

/** Whether a payment may be judged by whom it pays. */
const looksAtPayee = (state: LoadedState, agentId: string): boolean => {
  const rules = state.agents.get(agentId)?.rules;
  return rules?.counterparties !== undefined || rules?.firstPaymentToNewPayee !== undefined;
};

describe('what an agent may spend', () => {
  it('is what a payment passes with, and no more passes, in any state', () => {
    let [passed, nothing] = [0, 0];
    fc.assert(
      fc.property(worlds, someFees, (state, fees) => {
        state.fees = fees;
        state.activeCredentials.set(credentialId, anOwnersKey);
        const at = new Date(Math.max(+now, Number(batchTime(state) / 1000n)));
        for (const { id: agentId, partyId } of state.agents.values()) {
          for (const currency of ['USD', 'EUR']) {
            const most = spendable({ partyId, agentId }, currency, state, at, true) ?? 0n;
            const isOpen = most > 0n && !looksAtPayee(state, agentId);
            expect([
              most < maxAmount && payBy(state, agentId, most + 1n, currency) === accepted,
              isOpen && payBy(state, agentId, most, currency) === accepted,
            ]).toEqual([false, isOpen]);
            if (isOpen) passed += 1;
            else nothing += 1;
            const bound = spendable({ partyId, agentId }, currency, state, at, false);
            expect(bound === null || bound >= most).toBe(true);
          }
        }
      }),
      { numRuns: 300 },
    );
    expect([passed > 20, nothing > 20]).toEqual([true, true]);
  });

  it('is what the limits leave, to whom the wallet is not shown, and null if nothing bounds it', () => {
    const state = world();
    const asked = { partyId: shop, agentId: buyer };
    const unseen = (currency = 'USD') => spendable(asked, currency, state, now, false);
    expect([unseen(), unseen('EUR')]).toEqual([null, null]);
    setParty(state, shop, { ...noLimits, perDay: 900_000n });
    expect([unseen(), unseen('EUR')]).toEqual([900_000n, 0n]);
    setAgent(state, { perTransaction: 800_000n });
    expect(unseen()).toBe(800_000n);
    expect(spendable(asked, 'USD', state, now, true)).toBe(100_000n);
    setParty(state, shop, { status: 'FROZEN' });
    expect(unseen()).toBe(0n);
  });
});

describe('what is used of a limit', () => {
  const limit = {
    setOn: 'agent',
    owner: shop,
    spender: buyer,
    defaultCurrency: 'USD',
    perTransaction: 5_000n,
    perDay: 2_500n,
    perMonth: 9_000n,
    currencyLimits: null,
  } as const;

  it('is what was paid in the period, and begins again when the engine counts from zero again', () => {
    const state = world();
    setAgent(state, { perTransaction: 5_000n, perDay: 2_500n, perMonth: 9_000n });
    const byBuyer = { actor: { agentId: buyer } };
    const paid = next(run(state, payment(byBuyer)), payment(byBuyer));
    expect(words(paid)).toEqual(['COMPLETED']);
    const of = (time: Date) =>
      usedOf(limit, paid.state, time).map(({ used, resetsAt }) => [used, resetsAt?.toISOString()]);
    const [day, month] = ['2026-01-03T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
    expect(of(now)).toEqual([
      [null, undefined],
      [2_000n, day],
      [2_000n, month],
    ]);
    expect(of(new Date('2026-01-02T23:59:59.999Z'))).toEqual(of(now));
    expect(of(new Date(day))).toEqual([
      [null, undefined],
      [0n, '2026-01-04T00:00:00.000Z'],
      [2_000n, month],
    ]);
    expect(of(new Date('2026-01-31T23:59:59.999Z'))[2]).toEqual([2_000n, month]);
    expect(of(new Date(month))[2]).toEqual([0n, '2026-03-01T00:00:00.000Z']);
  });

  it('ends exactly where a counter ends, at any time', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('4200-01-01'), noInvalidDate: true }), (time) => {
        const counter = {
          spenderId: buyer,
          ownerPartyId: shop,
          currency: 'USD',
          day: time.toISOString().slice(0, 10),
          spentInDay: 1n,
          spentInMonth: 1n,
        };
        for (const [period, sum] of [
          ['day', 'inDay'],
          ['month', 'inMonth'],
        ] as const) {
          const end = endOf(period, time);
          expect(spentAt(counter, new Date(+end - 1))[sum]).toBe(1n);
          expect(spentAt(counter, end)[sum]).toBe(0n);
        }
      }),
    );
  });
});

it('the largest amount with a fee leaves nothing that pays one more', () => {
  fc.assert(
    fc.property(someFees, fc.bigInt(0n, maxAmount), (fees, available) => {
      const most = largestWithFee(fees, 'payment', available, 'USD');
      const costs = (amount: bigint): bigint => {
        const { fixed = 0, basisPoints = 0 } = fees?.payment?.['USD'] ?? {};
        const [whole, rest] = [
          (amount * BigInt(basisPoints)) / 10_000n,
          (amount * BigInt(basisPoints)) % 10_000n,
        ];
        const up = rest * 2n > 10_000n || (rest * 2n === 10_000n && whole % 2n === 1n);
        return amount + BigInt(fixed) + whole + (up ? 1n : 0n);
      };
      expect(most === 0n || costs(most) <= available).toBe(true);
      expect(costs(most + 1n) > available).toBe(true);
    }),
  );
});
