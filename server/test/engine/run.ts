import { expect } from 'vitest';
import { type Changes, noChanges } from '../../src/engine/model/changes.ts';
import { decide, needsOf } from '../../src/engine/decide/decide.ts';
import type { Command } from '../../src/engine/decide/commands.ts';
import { batchTime } from '../../src/engine/decide/time.ts';
import type { Dated } from '../../src/engine/model/actor.ts';
import { feeRail } from '../../src/engine/model/fees.ts';
import { mergedParties } from '../../src/engine/load/needs.ts';
import { askedState } from '../../src/engine/load/asked.ts';
import type { Outcome } from '../../src/engine/model/outcomes.ts';
import type { Approval, Payment, Transfer } from '../../src/engine/model/records.ts';
import { walletsOf } from '../../src/engine/rules/wallets.ts';
import { contactKey } from '../../src/engine/model/counterparty.ts';
import { emptyAuthority, type LoadedState, type State } from '../../src/engine/model/state.ts';
import { loaded, putBack } from './loaded.ts';
import { noLimits, oneApproves } from './world.ts';
import type { Id } from '../../src/lib/id.ts';

export type Run = { outcomes: Outcome[]; state: LoadedState; changes: Changes };

/** Decides each command at its time on a copy, of which the commands see only what they need: the given state is not changed. */
export function run(state: LoadedState, ...commands: Dated<Command>[]): Run {
  const copy = copyOf({ state, changes: noChanges() });
  const { changes } = copy;
  const known = emptyAuthority(); // a batch loads again until the cache knows the parties that others have taken over
  for (const party of mergedParties(copy.state)) known.parties.set(party.id, party);
  const needs = needsOf(commands, known);
  const part = loaded(copy.state, needs, known);
  const outcomes = decideOn(part, commands, changes, askedState(needs, part));
  putBack(part, copy.state);
  return { outcomes, ...copy };
}

/** Decides on the state that an earlier run has stored. */
export const next = (before: Run, ...commands: Dated<Command>[]): Run => run(stored(before), ...commands);

/** Returns the state after a run's changes are stored and loaded again. */
export function stored({ state, changes }: Pick<Run, 'state' | 'changes'>): LoadedState {
  const after = copyOf({ state, changes });
  for (const each of after.changes.payments) after.state.payments.set(each.id, each);
  for (const each of after.changes.transfers) after.state.transfers.set(each.id, each);
  for (const each of after.changes.railOrders) after.state.railOrders.set(each.transferId, each);
  for (const each of after.changes.approvals) {
    const known = after.state.approvals.get(each.target.id) ?? [];
    if (!known.includes(each)) after.state.approvals.set(each.target.id, [...known, each]);
  }
  countInReview(after.state);
  for (const { id, contact } of after.changes.parties) {
    const known = { frozenBy: [], address: contact.value, mergedInto: null };
    const party = { id, status: 'PROVISIONAL', defaultCurrency: 'USD', ...known } as const;
    after.state.parties.set(id, { ...party, ...noLimits, ...oneApproves });
    after.state.contacts.set(contactKey(contact), { partyId: id, active: false });
  }
  for (const { destination, amount, currency } of after.changes.movements) {
    if (destination.wallet.rail === feeRail)
      after.state.collectedFees.set(currency, (after.state.collectedFees.get(currency) ?? 0n) + amount);
  }
  // A load brings what requests name: wallets that were opened are among it now.
  for (const each of [...after.state.wallets.values()].flat())
    if (!each.isReceivable) after.state.namedWallets.set(each.id, each);
  after.state.registeredContacts.clear();
  return after.state;
}

/** Counts what of agents waits for approval, as a load does. */
function countInReview({ approvals, inReview }: LoadedState): void {
  inReview.clear();
  for (const [first] of [...approvals.values()].map((all) =>
    all.filter(({ status }) => status === 'pending'),
  )) {
    if (first?.agentId) inReview.set(first.agentId, (inReview.get(first.agentId) ?? 0) + 1);
  }
}

/** Decides each command at its time, or when its batch would, if that is later. */
export const decideOn = (
  all: LoadedState,
  commands: readonly Dated<Command>[],
  changes: Changes,
  state: State = all,
): Outcome[] =>
  commands.flatMap((command) => {
    const time_us = batchTime({ ...all, clock: { ...all.clock, now_ms: +command.now } });
    if (time_us > changes.time_us) changes.time_us = time_us;
    return decide([command], state, changes);
  });

/** Returns a deep copy in which changes and state still share their wallet objects. */
export function copyOf<T extends { state: LoadedState; changes: Changes }>(original: T): T {
  const copy = structuredClone(original);
  // A clone's buffers are plain byte arrays.
  const { state, changes } = copy;
  const payments = [...state.payments.values(), ...changes.payments, ...changes.changedPayments];
  for (const each of [...state.responses.values(), ...changes.responses, ...payments])
    each.fingerprint &&= Buffer.from(each.fingerprint);
  return copy;
}

/** Returns each command's result as one word: the refusal, `replayed`, or the status of its target. */
export function words({ outcomes, state, changes }: Run): string[] {
  const all = [...changes.payments, ...changes.transfers, ...changes.approvals];
  all.push(...state.payments.values(), ...state.transfers.values(), ...[...state.approvals.values()].flat());
  const statuses = new Map<string, string>(all.map((each) => [each.id, each.status]));
  return outcomes.map((outcome) => {
    if (!outcome.done) return outcome.refusal;
    if (outcome.replayed) return 'replayed';
    return statuses.get(outcome.targetId) ?? 'done';
  });
}

/** Returns the refusal of one command, and checks that it changed nothing. */
export function refusalOf(state: LoadedState, command: Dated<Command>): string | undefined {
  const after = run(state, command);
  expect(after.state).toEqual(state);
  expect(after.changes).toEqual(noChanges(after.changes.time_us));
  return words(after)[0];
}

/** Returns the response body of an outcome. */
export function bodyOf(outcome: Outcome | undefined): {
  id?: string;
  status?: string;
  payeePartyId?: string | null;
} {
  if (!outcome?.done) return {};
  if ('payment' in outcome.response) return outcome.response.payment;
  return JSON.parse(outcome.response.body || '{}') as { id: string; payeePartyId: string };
}

/** Returns the available sum of a party's wallets. */
export function balance(state: LoadedState, partyId: Id<'pty'>, currency = 'USD'): bigint {
  const wallets = walletsOf(state, partyId, currency);
  return wallets.reduce((sum, { posted, held }) => sum + posted - held, 0n);
}

/** Returns the held sum of a party's wallets. */
export function held(state: LoadedState, partyId: Id<'pty'>, currency = 'USD'): bigint {
  const wallets = walletsOf(state, partyId, currency);
  return wallets.reduce((sum, wallet) => sum + wallet.held, 0n);
}

/** Returns the payment that a run made last, as stored. */
export const lastPayment = (after: Run): Payment => present([...stored(after).payments.values()].at(-1));

export const lastTransfer = (after: Run): Transfer => present([...stored(after).transfers.values()].at(-1));

/** Returns all approvals of a payment or withdrawal, oldest first. */
export const approvalsOf = (state: LoadedState, target: Payment | Transfer): Approval[] =>
  state.approvals.get(target.id) ?? [];

/** Returns the n-th approval of a payment or withdrawal, as stored. */
export const approvalOf = (after: Run, target: Payment | Transfer, index = 0): Approval =>
  present(approvalsOf(stored(after), target)[index]);

/** Returns the events of a run in order, such as `payment IN_REVIEW → COMPLETED`. */
export const eventsOf = ({ changes }: Run): string[] =>
  changes.events.map(({ resource, from, to }) => `${resource} ${from ?? '–'} → ${to}`);

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the run has created no such resource');
  return value;
}
