import * as fc from 'fast-check';
import type { Command } from '../../src/engine/decide/commands.ts';
import type { Limits, LoadedState } from '../../src/engine/model/state.ts';
import type { Actor } from '../../src/engine/model/actor.ts';
import type { Id } from '../../src/lib/id.ts';
import { byAdmin, byCustomer, cancellation, decision, payment, withdrawal } from './commands.ts';
import { deposit, expiry, report } from './own-commands.ts';
import { run, stored } from './run.ts';
import type { Run } from './run.ts';
import { account, buyer, customer, customerAccount, customerOwner, grant, id } from './world.ts';
import {
  newcomer,
  now,
  owner,
  setAgent,
  setDelegation,
  setMembers,
  setParty,
  shop,
  stranger,
} from './world.ts';
import { anOwnersKey, waiting, world } from './world.ts';

const agentKey = id('agk', 'agent key');

/** The actors, and the accounts that they withdraw to. */
const actors: Array<{ actor: Partial<Actor>; account: Id<'eac'> }> = [
  { actor: {}, account },
  { actor: byAdmin, account },
  { actor: { agentId: buyer }, account },
  { actor: { kind: 'agentKey', credentialId: agentKey, agentId: buyer }, account },
  { actor: byCustomer, account: customerAccount },
  { actor: { partyId: stranger }, account },
];
const payees = [
  { type: 'party_id', partyId: stranger } as const,
  { type: 'party_id', partyId: customer } as const,
  waiting,
  newcomer,
];

type Step =
  | { do: 'pay'; who: number; forCustomer: boolean; to: number; amount: bigint; currency: string }
  | { do: 'withdraw'; who: number; amount: bigint; currency: string }
  | { do: 'deposit'; to: number; amount: bigint; currency: string; rail: string }
  | { do: 'decide'; which: number; who: number; verdict: 'approve' | 'deny' }
  | { do: 'cancel' | 'expire'; which: number; who: number }
  | { do: 'report'; which: number; kind: 'completed' | 'canceled' | 'failed' | 'returned' }
  /** The jobs in between: the bank is called, and accepts the withdrawal or does not respond. */
  | { do: 'call the bank'; which: number; state: 'unknown' | 'taken' }
  /** A negative value lets another server act whose clock is behind. */
  | { do: 'wait'; hours: number };

const who = fc.nat(actors.length - 1);
const which = fc.nat(1_000);
const money = { amount: fc.bigInt(1n, 700n), currency: fc.constantFrom('USD', 'USD', 'USD', 'EUR') };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      who,
      forCustomer: fc.boolean(),
      to: fc.nat(payees.length - 1),
      ...money,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('withdraw' as const), who, ...money }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('deposit' as const),
      to: fc.nat(2),
      rail: fc.constantFrom('ach', 'wire'),
      ...money,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      which,
      who,
      verdict: fc.constantFrom('approve', 'approve', 'approve', 'deny'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'expire' as const), which, who }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      which,
      kind: fc.constantFrom('completed', 'completed', 'canceled', 'failed', 'returned'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('call the bank' as const),
      which,
      state: fc.constantFrom('unknown', 'taken'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      hours: fc.constantFrom(-5, 1, 7, 24, 170, 750),
    }),
  },
);

const limit = fc.option(fc.bigInt(100n, 1_500n), { freq: 2 });
const limits: fc.Arbitrary<Limits> = fc.record({ perTransaction: limit, perDay: limit, perMonth: limit });

/** Limits of the agent, its party and the customer, the customer's grant, and the steps under them. */
export const histories = fc.record({
  ofAgent: limits,
  ofShop: fc.option(limits, { freq: 2 }),
  ofCustomer: fc.option(limits, { freq: 2 }),
  granted: limit,
  alone: fc.boolean(),
  steps: fc.array(step, { minLength: 5, maxLength: 40 }),
});
type History = typeof histories extends fc.Arbitrary<infer T> ? T : never;

/** One command in a history: the state before it and its result. */
export type Moment = { before: LoadedState; command: Command; after: Run };

/** The initial state of a history: the world without money, but with these limits. */
export function beginning({ ofAgent, ofShop, ofCustomer, granted, alone }: History): LoadedState {
  const state = world();
  state.wallets.clear();
  state.activeCredentials.set(agentKey, anOwnersKey);
  setAgent(state, ofAgent);
  if (ofShop) setParty(state, shop, ofShop);
  if (ofCustomer) setParty(state, customer, ofCustomer);
  setDelegation(state, { grants: [grant(buyer, granted)] });
  if (alone) setMembers(state, shop, { userId: owner, role: 'OWNER' });
  setMembers(state, customer, { userId: customerOwner, role: 'OWNER' });
  return state;
}

/** Plays a history: each step's command runs and is stored before the next. */
export function play(history: History): Moment[] {
  const moments: Moment[] = [];
  let state = beginning(history);
  let time = new Date('2026-01-30T20:00:00Z');
  const perform = (command: Command | null): void => {
    if (!command) return;
    const after = run(state, command);
    moments.push({ before: state, command, after });
    state = stored(after);
  };
  for (const partyId of [shop, customer])
    for (const currency of ['USD', 'EUR']) perform(deposit({ partyId, currency, amount: 4_000n, now: time }));
  for (const each of history.steps) {
    if (each.do === 'wait') time = new Date(time.getTime() + each.hours * 3_600_000);
    else if (each.do === 'call the bank') state = afterBankCall(state, each);
    else perform(commandOf(each, state, time));
  }
  return moments;
}

/** The command of a step in this state; null when no resource exists for it. */
export function commandOf(step: Step, state: LoadedState, time = now): Command | null {
  if (step.do === 'wait' || step.do === 'call the bank') return null;
  const transfers = [...state.transfers.values()].filter(({ type }) => type === 'withdrawal');
  if (step.do === 'report') {
    const about = pick(transfers, step.which);
    const { kind } = step;
    const why = { code: 'R02', reason: 'Account closed' };
    const outcome = kind === 'failed' || kind === 'returned' ? { kind, ...why } : { kind };
    return about && report(about, outcome, { now: time });
  }
  if (step.do === 'deposit') {
    const partyId = [shop, customer, stranger][step.to] ?? shop;
    return deposit({ partyId, amount: step.amount, currency: step.currency, rail: step.rail, now: time });
  }
  const { actor = {}, account: from = account } = actors[step.who] ?? {};
  const targets = [...state.payments.values(), ...transfers];
  if (step.do === 'pay') {
    const { amount, currency, forCustomer } = step;
    const counterparty = payees[step.to] ?? newcomer;
    const customerPartyId = forCustomer ? customer : null;
    return payment({ actor, amount, currency, counterparty, customerPartyId, now: time });
  }
  if (step.do === 'withdraw') {
    const { amount, currency } = step;
    return withdrawal({ actor, amount, currency, externalAccountId: from, now: time });
  }
  if (step.do === 'decide') {
    const reviewed = targets.filter((each) => state.approvals.has(each.id));
    const about = pick(reviewed, step.which);
    const approval = about && pick(state.approvals.get(about.id) ?? [], step.which);
    const madeByAgentKey = about?.credentialId === agentKey;
    const { verdict } = step;
    return approval && decision(approval, about, { verdict, actor, madeByAgentKey, now: time });
  }
  const about = pick(targets, step.which);
  if (!about) return null;
  return step.do === 'cancel' ? cancellation(about, { actor, now: time }) : expiry(about, time);
}

/** Picks a resource: most numbers choose one that is still open. */
function pick<T extends { status: string }>(all: readonly T[], number: number): T | null {
  const open = all.filter(({ status }) => /^(IN_REVIEW|PENDING_CLAIM|PROCESSING|pending)$/.test(status));
  const from = number % 4 > 0 && open.length > 0 ? open : all;
  return from[number % Math.max(1, from.length)] ?? null;
}

function afterBankCall(
  state: LoadedState,
  { which, state: to }: Extract<Step, { do: 'call the bank' }>,
): LoadedState {
  const copy = structuredClone(state);
  const orders = [...copy.railOrders.values()].filter((order) => order.state === 'waiting');
  const order = orders[which % Math.max(1, orders.length)];
  if (order) Object.assign(order, { state: to, dueAt: to === 'taken' ? null : order.dueAt });
  return copy;
}
