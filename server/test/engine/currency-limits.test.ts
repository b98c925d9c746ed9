import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countedCurrencies, limitsIn, type Limits } from '../../src/engine/model/state.ts';
import { isWidened } from '../../src/terms/limits.ts';
import { cancellation, payment } from './commands.ts';
import { lastPayment, next, run, words } from './run.ts';
import {
  buyer,
  customer,
  grant,
  id,
  noLimits,
  setAgent,
  setDelegation,
  setWallets,
  shop,
  waiting,
  wallet,
  world,
} from './world.ts';

const limits = (values: Partial<Limits>): Limits => ({ ...noLimits, ...values });
const inEuros = limits({
  perTransaction: 500n,
  currencyLimits: { EUR: { perTransaction: 300, perDay: 1_000 } },
});
const byAgent = { actor: { agentId: buyer } };
const euros = (amount: bigint) => payment({ ...byAgent, amount, currency: 'EUR' });

/** A world in which the shop's agent has these limits, and the shop euros too. */
function limited(bounds: Limits) {
  const state = world();
  setAgent(state, bounds);
  setWallets(state, wallet(shop, { currency: 'EUR', posted: 5_000n }));
  return state;
}

const spentIn = ({ state }: ReturnType<typeof run>, currency: string, owner = shop) =>
  state.counters.get(`${buyer} ${owner} ${currency}`)?.spentInDay;

describe('limits in a currency', () => {
  it.each<[string, Limits, string, unknown]>([
    [
      'are those beside, in the default one',
      inEuros,
      'USD',
      { perTransaction: 500n, perDay: null, perMonth: null },
    ],
    ['are those that name it', inEuros, 'EUR', { perTransaction: 300n, perDay: 1_000n, perMonth: null }],
    ['do not cover one that is not named', inEuros, 'GBP', null],
    [
      'do not cover the default one, if only others are named',
      limits({ currencyLimits: { EUR: { perDay: 1 } } }),
      'USD',
      null,
    ],
    [
      'are the smaller ones, if the default one is named too',
      limits({
        perTransaction: 500n,
        perDay: 800n,
        currencyLimits: { USD: { perTransaction: 600, perMonth: 900 } },
      }),
      'USD',
      { perTransaction: 500n, perDay: 800n, perMonth: 900n },
    ],
    [
      'cover everything, if there are none',
      noLimits,
      'GBP',
      { perTransaction: null, perDay: null, perMonth: null },
    ],
  ])('%s', (_what, of, currency, expected) => {
    const found = limitsIn(of, currency, 'USD');
    const { perTransaction = null, perDay = null, perMonth = null } = found ?? {};
    expect(found && { perTransaction, perDay, perMonth }).toEqual(expected);
  });

  it('count where a day or month is limited', () => {
    expect(countedCurrencies(inEuros, 'USD')).toEqual(['EUR']);
    const both = limits({ perMonth: 1n, currencyLimits: { USD: { perDay: 1 }, EUR: { perTransaction: 1 } } });
    expect(countedCurrencies(both, 'USD')).toEqual(['USD']);
    expect(countedCurrencies(noLimits, 'USD')).toEqual([]);
  });

  it.each<[string, Partial<Limits>, Partial<Limits>, boolean]>([
    [
      'a currency that is added to limits',
      { perDay: 1n },
      { perDay: 1n, currencyLimits: { EUR: { perDay: 1 } } },
      true,
    ],
    [
      'a currency that is taken away',
      { perDay: 1n, currencyLimits: { EUR: { perDay: 1 } } },
      { perDay: 1n },
      false,
    ],
    ['the first limits, in another currency only', {}, { currencyLimits: { EUR: { perDay: 1 } } }, false],
    [
      'a limit that is raised',
      { currencyLimits: { EUR: { perDay: 1 } } },
      { currencyLimits: { EUR: { perDay: 2 } } },
      true,
    ],
    [
      'a limit that is lowered',
      { currencyLimits: { EUR: { perDay: 2 } } },
      { currencyLimits: { EUR: { perDay: 1 } } },
      false,
    ],
    [
      'another limit in its place',
      { currencyLimits: { EUR: { perDay: 2 } } },
      { currencyLimits: { EUR: { perMonth: 1 } } },
      true,
    ],
    ['the last limit that goes', { currencyLimits: { EUR: { perDay: 2 } } }, {}, true],
  ])('are widened or not by %s', (_what, before, after, expected) => {
    expect(isWidened(limits(before), limits(after))).toBe(expected);
  });
});

const forCustomer = (values: object) => payment({ ...byAgent, customerPartyId: customer, ...values });

/** What becomes of a payment that the shop asks for without an agent, under these grants to its agents. */
function statusUnder(granted: Partial<Limits>[], amount: bigint, currency: string): string | undefined {
  const state = world();
  const agents = granted.map((_, index) => (index === 0 ? buyer : id('agt', `buyer ${index}`)));
  for (const agent of agents) setAgent(state, { id: agent });
  for (const each of ['EUR', 'GBP']) setWallets(state, wallet(customer, { currency: each, posted: 5_000n }));
  setDelegation(state, { grants: agents.map((agent, index) => grant(agent, granted[index] ?? {})) });
  const values = { actor: { agentId: null }, customerPartyId: customer, amount, currency };
  return words(run(state, payment(values)))[0];
}

describe('a payment under limits in several currencies', () => {
  it.each<[string, ReturnType<typeof euros>, string]>([
    ['passes at the limit of its currency', euros(300n), 'COMPLETED'],
    ['waits above it', euros(301n), 'IN_REVIEW'],
    ['passes at the limit of the default currency', payment({ ...byAgent, amount: 500n }), 'COMPLETED'],
    [
      'waits in a currency that is not named',
      payment({ ...byAgent, amount: 1n, currency: 'GBP' }),
      'IN_REVIEW',
    ],
  ])('%s', (_what, command, expected) => expect(words(run(limited(inEuros), command))).toEqual([expected]));

  it('counts in its own currency, and gives back there', () => {
    const sent = run(limited(inEuros), euros(300n), payment({ ...byAgent, amount: 400n }), euros(300n));
    expect([spentIn(sent, 'EUR'), spentIn(sent, 'USD')]).toEqual([600n, undefined]);
    expect(words(next(sent, euros(300n), euros(101n)))).toEqual(['COMPLETED', 'IN_REVIEW']);
    const held = next(sent, payment({ ...byAgent, amount: 300n, currency: 'EUR', counterparty: waiting }));
    expect(spentIn(held, 'EUR')).toBe(900n);
    expect(spentIn(next(held, cancellation(lastPayment(held))), 'EUR')).toBe(600n);
  });

  it('says which currencies are covered', () => {
    const after = run(limited(inEuros), payment({ ...byAgent, amount: 1n, currency: 'GBP' }));
    expect(after.changes.approvals[0]?.reasons).toEqual([
      { type: 'currencyNotCovered', currency: 'GBP', limitCurrencies: ['USD', 'EUR'] },
    ]);
  });

  it('for a customer keeps to what its grant says of the currency', () => {
    const state = world();
    setWallets(state, wallet(customer, { currency: 'EUR', posted: 5_000n }));
    setDelegation(state, { grants: [grant(buyer, { currencyLimits: { EUR: { perDay: 1_000 } } })] });
    const after = run(
      state,
      forCustomer({ amount: 1_000n, currency: 'EUR' }),
      forCustomer({ amount: 1n, currency: 'EUR' }),
      forCustomer({ amount: 1n }),
    );
    expect(words(after)).toEqual(['COMPLETED', 'IN_REVIEW', 'IN_REVIEW']);
    expect(spentIn(after, 'EUR', customer)).toBe(1_000n);
  });

  it.each<[string, Partial<Limits>[], bigint, string]>([
    [
      'the largest of the grants',
      [
        { currencyLimits: { EUR: { perTransaction: 5 } } },
        { currencyLimits: { EUR: { perTransaction: 9 } } },
      ],
      9n,
      'COMPLETED',
    ],
    [
      'what one of the grants covers',
      [{ perTransaction: 5n }, { currencyLimits: { EUR: { perTransaction: 9 } } }],
      10n,
      'IN_REVIEW',
    ],
    ['nothing that none covers', [{ perTransaction: 50n }, { perTransaction: 60n }], 1n, 'IN_REVIEW'],
    ['anything, if one has no limit', [{ perTransaction: 5n }, {}], 10n, 'COMPLETED'],
  ])('without an agent may be %s', (_what, granted, amount, expected) => {
    expect(statusUnder(granted, amount, 'EUR')).toBe(expected);
  });

  it.each<[string, Partial<Limits>[], bigint]>([
    [
      'which are the smaller ones of each grant that limits it twice',
      [
        { perTransaction: 100n, currencyLimits: { USD: { perTransaction: 50 } } },
        { perTransaction: 50n, currencyLimits: { USD: { perTransaction: 100 } } },
      ],
      50n,
    ],
    [
      'also where one grant limits it beside and another one by name',
      [{ perTransaction: 100n }, { currencyLimits: { USD: { perTransaction: 60 } } }],
      100n,
    ],
    [
      'also by name only',
      [
        { currencyLimits: { USD: { perTransaction: 60 }, EUR: { perTransaction: 5 } } },
        { currencyLimits: { USD: { perTransaction: 70 }, EUR: { perTransaction: 9 } } },
      ],
      70n,
    ],
  ])('without an agent keeps to the limits of the default currency, %s', (_what, granted, most) => {
    expect(statusUnder(granted, most, 'USD')).toBe('COMPLETED');
    expect(statusUnder(granted, most + 1n, 'USD')).toBe('IN_REVIEW');
  });

  it('without an agent may be what at least one of the grants allows by itself, in every currency', () => {
    const amount = fc.integer({ min: 1, max: 4 });
    const set = fc.record({ perTransaction: amount });
    const granted = fc.record({
      perTransaction: fc.option(amount.map(BigInt)),
      currencyLimits: fc.option(
        fc.oneof(fc.record({ USD: set }), fc.record({ EUR: set }), fc.record({ USD: set, EUR: set })),
      ),
    });
    const currency = fc.constantFrom('USD', 'EUR', 'GBP');
    fc.assert(
      fc.property(
        fc.array(granted, { minLength: 2, maxLength: 3 }),
        amount,
        currency,
        (grants, paid, named) => {
          const alone = grants.map((each) => statusUnder([each], BigInt(paid), named));
          const expected = alone.includes('COMPLETED') ? 'COMPLETED' : 'IN_REVIEW';
          expect(statusUnder(grants, BigInt(paid), named)).toBe(expected);
        },
      ),
      { numRuns: 500 },
    );
  });
});
