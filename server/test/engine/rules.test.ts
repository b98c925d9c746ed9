import type { Dated } from '../../src/engine/model/actor.ts';
import { describe, expect, it } from 'vitest';
import type { AgentRules, Rules } from '../../src/engine/model/agent-rules.ts';
import type { Pay } from '../../src/engine/commands/pay.ts';
import type { Withdraw } from '../../src/engine/commands/withdraw.ts';
import { contactKey } from '../../src/engine/model/counterparty.ts';
import { knownPayeeKey } from '../../src/engine/model/rule-history.ts';
import type { LoadedState } from '../../src/engine/model/state.ts';
import { forbiddingList } from '../../src/engine/rules/counterparty-lists.ts';
import { looked } from '../support/rules-doc.ts';
import { payment, withdrawal } from './commands.ts';
import { byBuyer, pay, reasonsOf, refusalOf, ruled, statuses } from './ruled.ts';
import { run } from './run.ts';
import {
  account,
  buyer,
  customer,
  grant,
  id,
  later,
  newcomer,
  now,
  setAgent,
  setDelegation,
  setParty,
  setWallets,
  shop,
  stranger,
  wallet,
  world,
} from './world.ts';

/** A rule, payments that it lets pass up to its edge, and the one beyond, which waits. */
type Edge<Rule> = {
  rule: Rule;
  /** What was paid before. */
  given?: (state: LoadedState) => void;
  passes: readonly [Dated<Pay>, ...Dated<Pay>[]];
  beyond: Dated<Pay>;
  /** Where a withdrawal breaks another rule of this name, or one after another withdrawal. */
  ofWithdrawal?: { rule?: Rule; passes?: readonly Dated<Withdraw>[] };
};

const edges: { readonly [K in keyof Rules]: Edge<Rules[K]> } = {
  counterparties: {
    rule: { block: [{ type: 'party_id', value: stranger }], onBreach: 'review' },
    passes: [pay({ counterparty: newcomer })],
    beyond: pay(),
    ofWithdrawal: {
      rule: { block: [{ type: 'external_account_id', value: account }], onBreach: 'review' },
    },
  },
  currencies: {
    rule: { allow: ['USD'], onBreach: 'review' },
    passes: [pay()],
    beyond: pay({ currency: 'EUR' }),
  },
  paymentsPerHour: {
    rule: { max: 2, onBreach: 'review' },
    passes: [pay({ now: later({ ms: -3_600_000 }) }), pay(), pay()],
    beyond: pay(),
  },
  paymentsPerDay: {
    rule: { max: 2, onBreach: 'review' },
    passes: [pay({ now: later({ days: -1 }) }), pay({ now: later({ ms: -3_600_000 }) }), pay()],
    beyond: pay(),
  },
  hours: {
    rule: { timeZone: 'UTC', weekly: [{ days: ['friday'], from: '03:04', to: '03:05' }], onBreach: 'review' },
    passes: [pay()],
    beyond: pay({ now: later({ ms: 60_000 }) }),
  },
  firstPaymentToNewPayee: {
    rule: { onBreach: 'review' },
    given({ knownPayees }) {
      const known = { agentId: buyer, ownerPartyId: shop, payeePartyId: customer };
      knownPayees.set(knownPayeeKey(known), known);
    },
    passes: [pay({ counterparty: { type: 'party_id', partyId: customer } })],
    beyond: pay(),
  },
  duplicates: {
    rule: { withinSeconds: 600, onBreach: 'review', overridable: false, match: 'exact', across: 'agent' },
    passes: [pay(), pay({ now: later({ ms: 600_000 }) })],
    beyond: pay({ now: later({ ms: 1_199_999 }) }),
    ofWithdrawal: { passes: [withdrawal({ actor: byBuyer, now: later({ ms: 600_000 }) })] },
  },
};

function stateOf([name, { rule, given }]: [string, Edge<unknown>]): LoadedState {
  const state = ruled({ [name]: rule });
  given?.(state);
  return state;
}

it.each(Object.entries(edges))('the rule %s lets pass what is within it, and no more', (name, each) => {
  const found = statuses(run(stateOf([name, each]), ...each.passes, each.beyond));
  expect(found.pop()).toBe('IN_REVIEW');
  expect(found).toHaveLength(each.passes.length);
  expect(found).not.toContain('IN_REVIEW');
});

it.each(Object.entries(edges))('the rule %s binds withdrawals, as docs/rules.md says', (name, each) => {
  const { beyond, passes, rule, ofWithdrawal = {} } = each;
  const { now: at, terms } = beyond;
  const state = stateOf([name, { ...each, rule: ofWithdrawal.rule ?? rule }]);
  setWallets(state, wallet(shop, { currency: terms.currency, posted: 10_000n }));
  const asked = withdrawal({ actor: byBuyer, now: at, currency: terms.currency });
  const { changes } = run(state, ...passes, ...(ofWithdrawal.passes ?? []), asked);
  const found = changes.transfers.map(({ status }) => status);
  expect(found.at(-1)).toBe(looked[name]?.[0] === 'no' ? 'PROCESSING' : 'IN_REVIEW');
});

describe('a rule about counterparties', () => {
  const address = { kind: 'email', value: 'sales@shop.example' } as const;
  const blockedAs = [
    { type: 'party_id', value: stranger },
    { type: 'email', value: address.value },
    { type: 'domain', value: 'shop.example' },
  ] as const;

  it.each(blockedAs)('blocks a payee by $type, however the payment names it', (entry) => {
    for (const counterparty of [
      { type: 'party_id', partyId: stranger },
      { type: 'email', contact: address },
    ] as const) {
      const state = ruled({ counterparties: { block: [entry], onBreach: 'review' } });
      state.contacts.set(contactKey(address), { partyId: stranger, active: true });
      state.addresses.set(stranger, [address]);
      const result = run(state, pay({ counterparty }));
      expect(reasonsOf(result)).toMatchObject([{ type: 'counterpartyNotAllowed', list: 'block' }]);
    }
  });

  it('allows only listed payees, and an unknown address by the address or its domain', () => {
    const named = { type: 'email', value: newcomer.contact.value } as const;
    const domain = { type: 'domain', value: 'example.com' } as const;
    for (const entry of [named, domain]) {
      const state = ruled({ counterparties: { allow: [entry], onBreach: 'refuse' } });
      expect(statuses(run(state, pay({ counterparty: newcomer })))).toEqual(['PENDING_CLAIM']);
      const [outcome] = run(state, pay()).outcomes;
      expect(outcome).toMatchObject({
        done: false,
        refusal: 'rule_broken',
        exceeded: { reasons: [{ list: 'allow' }] },
      });
    }
  });

  it('does not take a domain for another that ends with it', () => {
    const block = [{ type: 'domain', value: 'ample.com' }] as const;
    const state = ruled({ counterparties: { block, onBreach: 'refuse' } });
    expect(statuses(run(state, pay({ counterparty: newcomer })))).toEqual(['PENDING_CLAIM']);
  });

  it.each(['allow', 'block'] as const)('reads its list %s once, however many payments it judges', (list) => {
    let reads = 0;
    const entry = {
      type: 'domain' as const,
      get value() {
        reads += 1;
        return 'example.com';
      },
    };
    const rule = { [list]: [entry], onBreach: 'refuse' } as const;
    const { addresses } = ruled({});
    const judge = () => forbiddingList(rule, { counterparty: newcomer, partyId: null }, { addresses });
    const first = judge();
    expect([first, reads > 0]).toEqual([list === 'allow' ? null : 'block', true]);
    const readByFirst = reads;
    expect([judge(), reads]).toEqual([first, readByFirst]);
  });
});

// `now` is Friday, 2 January 2026, 03:04:05 UTC: 04:04 in Berlin, and Thursday 22:04 in New York.
const isOpen = (timeZone: string, days: string[], from: string, to: string, at = now): boolean => {
  const weekly = [{ days: days as ['monday'], from, to }];
  const state = ruled({ hours: { timeZone, weekly, onBreach: 'refuse' } });
  return run(state, pay({ now: at })).outcomes[0]?.done === true;
};

describe('a rule about hours', () => {
  it.each([
    ['Europe/Berlin', ['friday'], '04:04', '04:05', true],
    ['Europe/Berlin', ['friday'], '04:05', '05:00', false],
    ['Europe/Berlin', ['friday'], '03:00', '04:04', false],
    ['Europe/Berlin', ['thursday'], '04:00', '05:00', false],
    ['America/New_York', ['thursday'], '22:00', '23:00', true],
    ['Europe/Berlin', ['thursday'], '22:00', '06:00', true],
    ['Europe/Berlin', ['thursday'], '22:00', '04:04', false],
    ['Europe/Berlin', ['friday'], '22:00', '06:00', false],
    ['Europe/Berlin', ['friday'], '00:00', '00:00', true],
    ['America/New_York', ['thursday'], '22:00', '24:00', true],
    ['Europe/Berlin', ['thursday'], '00:00', '24:00', false],
    ['Not/AZone', ['friday'], '00:00', '00:00', false],
  ])('of %s on %j from %s to %s decides by local time: %j', (zone, days, from, to, expected) => {
    expect(isOpen(zone, days, from, to)).toBe(expected);
  });

  it('follows daylight saving time', () => {
    const summer = new Date('2026-07-03T07:30:00Z');
    const winter = new Date('2026-01-02T07:30:00Z');
    expect(isOpen('Europe/Berlin', ['friday'], '09:00', '17:00', summer)).toBe(true);
    expect(isOpen('Europe/Berlin', ['friday'], '09:00', '17:00', winter)).toBe(false);
  });

  it('is named with the local time and the hours', () => {
    const weekly = [{ days: ['monday' as const], from: '09:00', to: '17:00' }];
    const hours = { timeZone: 'Europe/Berlin', weekly, onBreach: 'review' as const };
    expect(reasonsOf(run(ruled({ hours }), pay()))).toEqual([
      {
        type: 'outsideHours',
        localTime: 'friday 04:04',
        timeZone: 'Europe/Berlin',
        weekly,
        onBreach: 'review',
      },
    ]);
  });
});

describe('all that a payment exceeds', () => {
  it('is named together, and refused if one breach is refused', () => {
    const rules: AgentRules = {
      currencies: { allow: ['EUR'], onBreach: 'review' },
      counterparties: { block: [{ type: 'party_id', value: stranger }], onBreach: 'refuse' },
    };
    const state = world();
    setAgent(state, { rules, perTransaction: 1n });
    const { outcomes, changes } = run(state, pay());
    expect(outcomes).toMatchObject([{ refusal: 'rule_broken' }]);
    expect(outcomes[0]?.done === false && outcomes[0].exceeded?.reasons.map(({ type }) => type)).toEqual([
      'counterpartyNotAllowed',
      'currencyNotAllowed',
      'limitExceeded',
    ]);
    expect([changes.payments, changes.approvals]).toEqual([[], []]);
  });

  it('goes to each owner: the agent’s party for the agent’s rules, the customer for its grant’s rules', () => {
    const state = world();
    setAgent(state, { rules: { currencies: { allow: ['EUR'], onBreach: 'review' } } });
    const rules: AgentRules = { currencies: { allow: ['CHF'], onBreach: 'review' } };
    setDelegation(state, { grants: [{ ...grant(buyer, null), rules }] });
    setParty(state, shop, { perTransaction: 1n });
    const { changes } = run(state, pay({ customerPartyId: customer }));
    expect(changes.approvals.map(({ deciderPartyId, reasons }) => [deciderPartyId, reasons])).toMatchObject([
      [shop, [{ type: 'currencyNotAllowed', allowed: ['EUR'] }, { type: 'limitExceeded' }]],
      [customer, [{ type: 'currencyNotAllowed', allowed: ['CHF'] }]],
    ]);
  });
});

describe('the rules of an agent', () => {
  it('do not bind the party itself, which pays without the agent', () => {
    const state = ruled({ currencies: { allow: ['EUR'], onBreach: 'refuse' } });
    expect(statuses(run(state, payment({})))).toEqual(['COMPLETED']);
  });

  it('bind withdrawals, except the rule about new payees', () => {
    const { externalAccountId: value } = withdrawal({ actor: byBuyer });
    const rules: AgentRules = {
      firstPaymentToNewPayee: { onBreach: 'review' },
      counterparties: { allow: [{ type: 'external_account_id', value }], onBreach: 'refuse' },
      duplicates: {
        withinSeconds: 600,
        onBreach: 'refuse',
        overridable: false,
        match: 'exact',
        across: 'agent',
      },
      paymentsPerDay: { max: 1, onBreach: 'refuse' },
    };
    const { outcomes } = run(ruled(rules), withdrawal({ actor: byBuyer }), withdrawal({ actor: byBuyer }));
    expect(outcomes.map(refusalOf)).toEqual([null, 'rule_broken']);
  });
});

describe('a grant with rules', () => {
  const rules: AgentRules = { currencies: { allow: ['USD'], onBreach: 'review' } };
  it('lets no payment without an agent pass', () => {
    const state = world();
    setDelegation(state, { grants: [{ ...grant(buyer, null), rules }] });
    const { outcomes } = run(state, payment({ customerPartyId: customer }));
    expect(outcomes.map(refusalOf)).toEqual(['agent_required']);
  });
  it('does not count for a payment without an agent, if another grant has none', () => {
    const other = id('agt', 'other');
    const state = world();
    setDelegation(state, { grants: [{ ...grant(buyer, null), rules }, grant(other, 999n)] });
    const { changes } = run(state, payment({ customerPartyId: customer }));
    expect(changes.approvals.flatMap(({ reasons }) => reasons)).toMatchObject([{ limitAmount: 999 }]);
  });
});
