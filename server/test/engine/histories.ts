import type { Dated } from '../../src/engine/model/actor.ts';
import * as fc from 'fast-check';
import type { Command } from '../../src/engine/decide/commands.ts';
import type { Limits, LoadedState } from '../../src/engine/model/state.ts';
import { agentKey, commandOf } from './history-commands.ts';
import type { Step } from './history-steps.ts';
import { otherWrite } from './history-writes.ts';
import { deposit } from './own-commands.ts';
import { run, type Run, stored } from './run.ts';
import {
  anOwnersKey,
  buyer,
  customer,
  customerOwner,
  grant,
  id,
  owner,
  setAgent,
  setDelegation,
  setMembers,
  setParty,
  shop,
  world,
} from './world.ts';

const who = fc.nat(5);
const which = fc.nat(1_000);
const money = { amount: fc.bigInt(1n, 700n), currency: fc.constantFrom('USD', 'USD', 'USD', 'EUR') };
const named = fc.option(fc.nat(5), { freq: 3 });
const kind = fc.constantFrom('completed', 'completed', 'canceled', 'failed', 'returned');

const a = <K extends string>(name: K): fc.Arbitrary<K> => fc.constant(name);

const weighted = <T>(
  weight: number,
  arbitrary: fc.Arbitrary<T>,
): { weight: number; arbitrary: fc.Arbitrary<T> } => ({ weight, arbitrary });

const policy = {
  approveBy: fc.constantFrom('any', 'any', 'session'),
  twoAbove: fc.option(fc.bigInt(0n, 500n), { freq: 2 }),
} as const;

const step: fc.Arbitrary<Step> = fc.oneof(
  weighted(5, fc.record({ do: a('pay'), who, forCustomer: fc.boolean(), to: fc.nat(3), named, ...money })),
  weighted(3, fc.record({ do: a('withdraw'), who, all: fc.boolean(), ...money })),
  weighted(2, fc.record({ do: a('draw'), which, ...money })),
  weighted(1, fc.record({ do: a('deposit'), to: fc.nat(2), rail: fc.constantFrom('ach', 'wire'), ...money })),
  weighted(
    4,
    fc.record({
      do: a('decide'),
      which,
      who,
      verdict: fc.constantFrom('approve', 'approve', 'approve', 'deny'),
      signedIn: fc.boolean(),
    }),
  ),
  weighted(3, fc.record({ do: fc.constantFrom('cancel', 'expire'), which, who })),
  weighted(5, fc.record({ do: a('report'), which, kind })),
  weighted(4, fc.record({ do: a('fulfil'), which, who, drawn: fc.boolean() })),
  weighted(3, fc.record({ do: a('refund'), which, who, part: fc.option(fc.bigInt(1n, 700n)) })),
  weighted(1, fc.record({ do: a('claim'), which })),
  weighted(1, fc.record({ do: a('move'), which, ...money })),
  weighted(1, fc.record({ do: a('pay out fees'), amount: fc.bigInt(1n, 20n) })),
  weighted(4, fc.record({ do: a('ask'), which, ...money })),
  weighted(1, fc.record({ do: a('call the bank'), which, state: fc.constantFrom('unknown', 'taken') })),
  weighted(4, fc.record({ do: fc.constantFrom('open wallet', 'close wallet', 'freeze wallet'), which })),
  weighted(1, fc.record({ do: a('freeze party'), which })),
  weighted(1, fc.record({ do: a('set policy'), ...policy })),
  weighted(2, fc.record({ do: a('wait'), hours: fc.constantFrom(-5, 1, 7, 24, 170, 750) })),
);

const limit = fc.option(fc.bigInt(100n, 1_500n), { freq: 2 });
const limits: fc.Arbitrary<Limits> = fc.record({
  perTransaction: limit,
  perDay: limit,
  perMonth: limit,
  currencyLimits: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.record({ EUR: fc.record({ perDay: fc.integer({ min: 100, max: 1_500 }) }) }) },
  ),
});
const fee = fc.record({ fixed: fc.constantFrom(0, 1, 200), basisPoints: fc.constantFrom(0, 150) });

/** Limits of the agent, its party and the customer, the customer's grant, what is charged, and the steps under them. */
export const histories = fc.record({
  ofAgent: limits,
  ofShop: fc.option(limits, { freq: 2 }),
  ofCustomer: fc.option(limits, { freq: 2 }),
  granted: limit,
  fee: fc.option(fee, { freq: 2 }),
  policy: fc.record(policy),
  alone: fc.boolean(),
  steps: fc.array(step, { minLength: 15, maxLength: 40 }),
});
type History = typeof histories extends fc.Arbitrary<infer T> ? T : never;

/** One command in a history: the state before it and its result. */
export type Moment = { before: LoadedState; command: Dated<Command>; after: Run };

/** The initial state of a history: the world without money, but with these limits and fees. */
export function beginning({ ofAgent, ofShop, ofCustomer, granted, fee: USD, ...more }: History): LoadedState {
  const state = world();
  state.wallets.clear();
  state.activeCredentials.set(agentKey, anOwnersKey);
  state.fees = {
    ...(USD && { payment: { USD }, withdrawal: { USD } }),
    accounts: { USD: id('wal', 'fees') },
  };
  setAgent(state, ofAgent);
  setParty(state, shop, { ...ofShop, ...more.policy });
  if (ofCustomer) setParty(state, customer, ofCustomer);
  setDelegation(state, { grants: [grant(buyer, granted)] });
  if (more.alone) setMembers(state, shop, { userId: owner, role: 'OWNER' });
  setMembers(state, customer, { userId: customerOwner, role: 'OWNER' });
  return state;
}

/** Plays a history: each step's command runs and is stored before the next. */
export function play(history: History): Moment[] {
  const moments: Moment[] = [];
  let state = beginning(history);
  let time = new Date('2026-01-30T20:00:00Z');
  const perform = (command: Dated<Command> | null): void => {
    if (!command) return;
    const after = run(state, command);
    moments.push({ before: state, command, after });
    state = stored(after);
  };
  for (const partyId of [shop, customer])
    for (const currency of ['USD', 'EUR']) perform(deposit({ partyId, currency, amount: 4_000n, now: time }));
  for (const each of history.steps) {
    if (each.do === 'wait') time = new Date(time.getTime() + each.hours * 3_600_000);
    state = otherWrite(each, state, time);
    perform(commandOf(each, state, time));
  }
  return moments;
}
