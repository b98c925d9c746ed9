import type { Mutant } from '../mutant.ts';

const limits = 'server/src/engine/rules/limits.ts';
const state = 'server/src/engine/model/state.ts';
const count = 'server/src/engine/plain-writes/count-limits.ts';
const found = { caughtBy: ['G6'], bound: 2_000, profile: 'limits' } as const;

/** Faults in limits that name a currency, and in what is shown of them and of the totals of grants. */
export const currencyLimitMutants: readonly Mutant[] = [
  {
    name: 'other-currency-unlimited',
    fault: 'limits of the default currency bound the same number of another one',
    patches: [[state, 'return own ?? (isLimited(limits) ? null : limits);', 'return own ?? limits;']],
    ...found,
  },
  {
    name: 'named-currency-overlooked',
    fault: 'a payment in a currency that limits name waits as if none covered it',
    patches: [
      [
        state,
        'const named = limits.currencyLimits?.[currency];',
        'const named = limits.currencyLimits?.[`${currency} `];',
      ],
    ],
    ...found,
  },
  {
    name: 'other-currency-not-counted',
    fault: 'spending in another currency than the default one does not count against its day and month',
    patches: [
      [
        limits,
        'return spenderId && bounds && isAmountCounted(bounds) ?',
        'return spenderId && bounds && currency === limit.defaultCurrency && isAmountCounted(bounds) ?',
      ],
    ],
    ...found,
  },
  {
    name: 'other-currency-begins-at-nothing',
    fault: 'a new limit in another currency leaves out what was spent before',
    patches: [
      [
        count,
        'spent.filter((sum) => sum.currency === currency)',
        "spent.filter((sum) => sum.currency === currency && currency === 'USD')",
      ],
    ],
    ...found,
  },
  {
    name: 'currencies-counted-together',
    fault: 'a new limit begins with what was spent in all currencies',
    patches: [[count, 'spent.filter((sum) => sum.currency === currency)', 'spent.filter(() => true)']],
    ...found,
  },
  {
    name: 'other-currency-not-given-back',
    fault: 'a payment in another currency that is canceled still counts',
    patches: [
      [
        'server/src/engine/rules/targets.ts',
        'if (!record.acceptedAt) return;',
        "if (!record.acceptedAt || record.currency !== 'USD') return;",
      ],
    ],
    ...found,
    bound: 5_000,
  },
  {
    name: 'usage-of-the-default-currency',
    fault: 'the usage of a limit in a currency shows what was spent in the default one',
    patches: [
      [
        'server/src/engine/rules/usage.ts',
        'const counted = countedBy(limit, currency, bounds);',
        'const counted = countedBy(limit, limit.defaultCurrency, bounds);',
      ],
    ],
    ...found,
  },
  {
    name: 'grant-usage-at-nothing',
    fault: 'of what a customer lets an agent spend nothing is shown as used',
    patches: [
      [
        'server/src/authority/usage/view.ts',
        'grantLimit(grant, customerId, agentId, state)',
        'grantLimit(grant, customerId, null, state)',
      ],
    ],
    ...found,
  },
];
