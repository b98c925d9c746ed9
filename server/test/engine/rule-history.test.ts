import { describe, expect, it } from 'vitest';
import type { AgentRules } from '../../src/engine/model/agent-rules.ts';
import { type Guard, knownPayeeKey } from '../../src/engine/model/rule-history.ts';
import type { LoadedState } from '../../src/engine/model/state.ts';
import { decision, withdrawal } from './commands.ts';
import { byBuyer, pay, reasonsOf, refusalOf, ruled, statuses } from './ruled.ts';
import { next, run } from './run.ts';
import { buyer, customer, id, later, newcomer, setAgent, setParty, shop, stranger, world } from './world.ts';

const times = (max: number, onBreach: 'review' | 'refuse' = 'refuse') =>
  ruled({ paymentsPerHour: { max, onBreach } });

const payAt = (time: string) => pay({ now: new Date(time) });

describe('payments per hour and day', () => {
  it('pass up to the number in one batch, and name the number and the limit', () => {
    const { outcomes } = run(times(2), pay(), pay(), pay());
    expect(outcomes.map(refusalOf)).toEqual([null, null, 'rule_broken']);
    expect(outcomes[2]).toMatchObject({
      exceeded: {
        reasons: [{ type: 'rateExceeded', period: 'hour', limit: 2, actual: 3, onBreach: 'refuse' }],
      },
    });
  });

  it('are counted in any 60 minutes, to the millisecond', () => {
    const { outcomes } = run(
      times(2),
      payAt('2026-01-02T03:30:00.000Z'),
      payAt('2026-01-02T03:59:59.999Z'),
      payAt('2026-01-02T04:29:59.999Z'),
      payAt('2026-01-02T04:30:00.000Z'),
      payAt('2026-01-02T04:59:59.998Z'),
      payAt('2026-01-02T04:59:59.999Z'),
    );
    expect(outcomes.map(refusalOf)).toEqual([null, null, 'rule_broken', null, 'rule_broken', null]);
  });

  it('are counted in any 24 hours, over midnight', () => {
    const state = ruled({ paymentsPerDay: { max: 2, onBreach: 'refuse' } });
    const { outcomes } = run(
      state,
      payAt('2026-01-02T03:00:00Z'),
      payAt('2026-01-02T23:59:59.999Z'),
      payAt('2026-01-03T02:59:59.999Z'),
      payAt('2026-01-03T03:00:00Z'),
    );
    expect(outcomes.map(refusalOf)).toEqual([null, null, 'rule_broken', null]);
  });

  it('count what a slow server decides late, after the time that others have reached', () => {
    const state = times(1);
    const { outcomes, changes } = run(state, pay({ now: later({ ms: 3_600_000 }) }), pay());
    expect(outcomes.map(refusalOf)).toEqual([null, 'rule_broken']);
    expect(changes.payments).toHaveLength(1);
  });

  it('do not count what is in review or refused, but what is approved', () => {
    const state = world();
    setAgent(state, { rules: { paymentsPerHour: { max: 1, onBreach: 'review' } }, perTransaction: 500n });
    const asked = run(state, pay({ amount: 501n }), pay({ amount: 500n }), pay({ amount: 499n }));
    expect(statuses(asked)).toEqual(['IN_REVIEW', 'COMPLETED', 'IN_REVIEW']);
    expect([...asked.state.ruleCounters.values()]).toMatchObject([{ added: [{}] }]);
    const [first] = asked.changes.payments;
    const [approval] = asked.changes.approvals;
    if (!first || !approval) throw new Error('it was not in review');
    const { outcomes, state: after } = next(asked, decision(approval, first));
    expect(outcomes).toMatchObject([{ done: true }]);
    expect([...after.ruleCounters.values()]).toMatchObject([{ added: [{}, {}] }]);
  });
});

describe('the first payment to a payee', () => {
  const rules: AgentRules = { firstPaymentToNewPayee: { onBreach: 'review' } };

  it('is reviewed until one was accepted, and later ones pass', () => {
    const state = ruled(rules);
    const asked = run(state, pay(), pay());
    expect(statuses(asked)).toEqual(['IN_REVIEW', 'IN_REVIEW']);
    expect(reasonsOf(asked)[0]).toEqual({
      type: 'newCounterparty',
      counterparty: { type: 'party_id', value: `pty_${stranger}` },
      onBreach: 'review',
    });
    const [first] = asked.changes.payments;
    const [approval] = asked.changes.approvals;
    if (!first || !approval) throw new Error('it was not in review');
    const results = next(asked, decision(approval, first), pay());
    expect(statuses(results)).toEqual(['COMPLETED']);
    expect(results.changes.knownPayees).toMatchObject([{ payeePartyId: stranger, paymentId: first.id }]);
  });

  it('is the first of each agent', () => {
    const other = id('agt', 'other');
    const state = ruled(rules);
    setAgent(state, { id: other, rules });
    const known = { agentId: buyer, ownerPartyId: shop, payeePartyId: stranger };
    state.knownPayees.set(knownPayeeKey(known), known);
    expect(statuses(run(state, pay(), pay({ actor: { agentId: other } })))).toEqual([
      'COMPLETED',
      'IN_REVIEW',
    ]);
  });
});

const guardRule = { withinSeconds: 600, onBreach: 'review', match: 'normalized', across: 'agent' } as const;
const guard = (overridable = false, compared: Partial<Guard> = {}): LoadedState =>
  ruled({ duplicates: { ...guardRule, overridable, ...compared } });

describe('an equal payment', () => {
  it('within the time is reviewed with the id of the earlier one, also in the same batch', () => {
    const result = run(guard(), pay({ description: 'Ink' }), pay({ description: 'Ink' }));
    expect(statuses(result)).toEqual(['COMPLETED', 'IN_REVIEW']);
    expect(reasonsOf(result)).toEqual([
      {
        type: 'possibleDuplicate',
        earlierPaymentId: `pay_${result.changes.payments[0]?.id}`,
        withinSeconds: 600,
        overridable: false,
        onBreach: 'review',
      },
    ]);
  });

  it('is one of the same payer, payee, amount, currency and description', () => {
    const state = guard();
    const others = [
      pay({ description: 'Paper' }),
      pay({ amount: 1_001n }),
      pay({ counterparty: newcomer }),
      pay({ customerPartyId: customer }),
    ];
    expect(statuses(run(state, pay(), ...others))).not.toContain('IN_REVIEW');
  });

  it.each<[string, Guard['match'], Array<string | null>]>([
    ['the same words', 'normalized', ['Ink, black', ' ink BLACK!', 'Ink  (black)', 'ｉｎｋ black']],
    ['the same text', 'exact', ['Ink, black', 'Ink, black']],
    ['whatever it says', 'payeeAndAmount', ['Ink', 'Paper', null]],
  ])('is one with %s, as the rule says', (_what, match, [first, ...others]) => {
    for (const description of others) {
      const made = [pay({ description: first ?? null }), pay({ description })];
      expect(statuses(run(guard(false, { match }), ...made))).toEqual(['COMPLETED', 'IN_REVIEW']);
    }
  });

  it('is none with other words, or another text, where the rule compares them', () => {
    const others = ['Ink blue', 'Inkblack', 'Ink black 2', null];
    for (const description of others) {
      const made = [pay({ description: 'Ink black' }), pay({ description })];
      expect(statuses(run(guard(), ...made))).not.toContain('IN_REVIEW');
    }
    const reworded = [pay({ description: 'Ink' }), pay({ description: 'ink' })];
    expect(statuses(run(guard(false, { match: 'exact' }), ...reworded))).not.toContain('IN_REVIEW');
  });

  it('of another agent of the party counts across the party only, and only with the rule', () => {
    const other = id('agt', 'other');
    const byOther = { actor: { agentId: other } };
    const cases = [
      ['party', true, 'IN_REVIEW'],
      ['party', false, 'COMPLETED'],
      ['agent', true, 'COMPLETED'],
    ] as const;
    for (const [across, isGuarded, status] of cases) {
      const state = guard(false, { across });
      const rules = isGuarded ? { duplicates: { ...guardRule, overridable: false } } : null;
      setAgent(state, { id: other, rules });
      expect(statuses(run(state, pay(byOther), pay()))).toEqual(['COMPLETED', status]);
    }
  });

  it('is a withdrawal to the same account too, also while the first one is in review', () => {
    const twice = [withdrawal({ actor: byBuyer }), withdrawal({ actor: byBuyer })] as const;
    const asked = run(guard(), ...twice);
    const [first, second] = asked.changes.transfers;
    expect([first?.status, second?.status]).toEqual(['PROCESSING', 'IN_REVIEW']);
    expect(reasonsOf(asked)).toMatchObject([
      { type: 'possibleDuplicate', earlierTransferId: `trf_${first?.id}` },
    ]);
    const state = guard();
    setParty(state, shop, { perTransaction: 500n });
    const reasons = reasonsOf(run(state, ...twice)).map(({ type }) => type);
    expect(reasons).toEqual(['limitExceeded', 'possibleDuplicate', 'limitExceeded']);
    const repeats = [
      withdrawal({ actor: byBuyer }),
      { ...withdrawal({ actor: byBuyer }), intendedRepeat: true },
    ];
    expect(run(guard(true), ...repeats).changes.approvals).toEqual([]);
  });

  it('passes once the time is over, to the millisecond', () => {
    for (const [ms, status] of [
      [599_999, 'IN_REVIEW'],
      [600_000, 'COMPLETED'],
    ] as const) {
      expect(statuses(run(guard(), pay(), pay({ now: later({ ms }) })))).toEqual(['COMPLETED', status]);
    }
  });

  it('to an unknown address is found while the first is in review, and after it was accepted', () => {
    const state = guard();
    setParty(state, shop, { perTransaction: 500n });
    const to = { counterparty: newcomer } as const;
    const dear = run(state, pay(to), pay(to));
    expect(reasonsOf(dear).map(({ type }) => type)).toEqual([
      'limitExceeded',
      'possibleDuplicate',
      'limitExceeded',
    ]);
    const free = guard();
    expect(statuses(run(free, pay(to), pay(to)))).toEqual(['PENDING_CLAIM', 'IN_REVIEW']);
  });

  it('passes as an intended repetition only where the owner allows that', () => {
    const repeat = { intendedRepeat: true };
    expect(statuses(run(guard(true), pay(), { ...pay(), ...repeat }))).toEqual(['COMPLETED', 'COMPLETED']);
    expect(statuses(run(guard(), pay(), { ...pay(), ...repeat }))).toEqual(['COMPLETED', 'IN_REVIEW']);
  });

  it('is no repetition of one that was refused', () => {
    const state = guard();
    const dear = { amount: 1_000_000n };
    const results = run(state, pay(dear), pay(dear));
    expect(results.outcomes.map(refusalOf)).toEqual(['insufficient_funds', 'insufficient_funds']);
  });
});
