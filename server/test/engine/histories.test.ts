import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noChanges } from '../../src/engine/model/changes.ts';
import type { Movement } from '../../src/engine/model/changes.ts';
import type { Event } from '../../src/engine/model/journal.ts';
import { decide } from '../../src/engine/decide/decide.ts';
import type { LoadedState } from '../../src/engine/model/state.ts';
import { countersOf, countersOverLimit, endOfEvents, expectedMoves, heldByWallet } from './bookkeeping.ts';
import { movesOf, moversOf, recount, walletsOf } from './bookkeeping.ts';
import { commandOf, histories, play } from './histories.ts';
import type { Moment } from './histories.ts';
import { copyOf, run, stored } from './run.ts';

const numRuns = 120;

/** Checks a property over random histories of all commands. */
function always(promise: (moments: Moment[]) => void): void {
  fc.assert(
    fc.property(histories, (history) => promise(play(history))),
    { numRuns },
  );
}

/** Checks a property at every moment of a history, with the state stored at that moment. */
function alwaysThen(promise: (state: LoadedState, moment: Moment) => void): void {
  always((moments) => moments.forEach((moment) => promise(stored(moment.after), moment)));
}

function eventsIn(moments: Moment[]): Event[] {
  return moments.flatMap(({ after }) => after.changes.events);
}

function movementsIn(moments: Moment[]): Movement[] {
  return moments.flatMap(({ after }) => after.changes.movements);
}

const last = (moments: Moment[]): LoadedState => {
  const moment = moments.at(-1);
  if (!moment) throw new Error('a history begins with deposits');
  return stored(moment.after);
};

describe('after any sequence of commands', () => {
  it("no party's wallet has a negative available balance, and no wallet holds a negative amount", () => {
    alwaysThen((state) => {
      for (const { partyId, posted, held } of walletsOf(state)) {
        expect(held).toBeGreaterThanOrEqual(0n);
        expect(posted).toBeGreaterThanOrEqual(partyId ? held : posted);
      }
    });
  });

  it('all wallets of a currency sum to zero, including clearing accounts', () => {
    alwaysThen((state) => {
      for (const currency of ['USD', 'EUR']) {
        const wallets = walletsOf(state).filter((wallet) => wallet.currency === currency);
        expect(wallets.reduce((sum, { posted }) => sum + posted, 0n)).toBe(0n);
      }
    });
  });

  it('each wallet holds exactly its unclaimed payments and processing withdrawals', () => {
    alwaysThen((state) => {
      const expected = heldByWallet(state);
      for (const { id, held } of walletsOf(state)) expect(held).toBe(expected.get(id) ?? 0n);
    });
  });

  it('each payment, withdrawal and approval is in the state its events lead to, without a gap', () => {
    always((moments) => {
      const state = last(moments);
      const events = eventsIn(moments);
      const all = [...moversOf(state), ...[...state.approvals.values()].flat()];
      for (const { id, status } of all) expect(endOfEvents(id, events)).toBe(status);
      const known = new Set(all.map(({ id }) => String(id)));
      const kinds = events.filter(({ resourceId }) => !known.has(resourceId)).map(({ resource }) => resource);
      expect(new Set(['party', 'wallet', 'transfer', ...kinds]).size).toBe(3);
    });
  });

  it('each payment and withdrawal has the movements that its status requires, step by step', () => {
    always((moments) => {
      const movements = movementsIn(moments);
      for (const each of moversOf(last(moments)))
        expect(movesOf(each, movements)).toEqual(expectedMoves(each));
      const steps = movements.map(({ transactionId, step }) => `${transactionId} ${step}`);
      expect(new Set(steps).size).toBe(steps.length);
    });
  });

  it('the counters equal the sums of the accepted payments and withdrawals', () => {
    alwaysThen((state) => expect(countersOf(state)).toEqual(recount(state)));
  });

  it('no limit per day or month is exceeded without an approval', () => {
    alwaysThen((state, { before, command }) => {
      if (command.kind !== 'pay' && command.kind !== 'withdraw') return;
      // A sum above its limit was so before, by an approval: nothing else may add to it.
      expect(countersOverLimit(before)).toMatchObject(countersOverLimit(state));
    });
  });

  it('a resource is in review exactly while an approval is pending, and proceeds only with all approvals given', () => {
    alwaysThen((state) => {
      for (const { id, status, acceptedAt } of moversOf(state)) {
        const states = (state.approvals.get(id) ?? []).map((approval) => approval.status);
        expect(states.includes('pending')).toBe(status === 'IN_REVIEW');
        expect(states.includes('denied')).toBe(status === 'APPROVAL_DENIED');
        expect(acceptedAt !== null && states.some((each) => each !== 'approved')).toBe(false);
      }
    });
  });

  it('an approval has a due time exactly while pending, and a decider exactly when decided', () => {
    alwaysThen((state) => {
      for (const { status, dueAt, resolvedAt, decidedBy } of [...state.approvals.values()].flat()) {
        expect([dueAt !== null, resolvedAt !== null]).toEqual([status === 'pending', status !== 'pending']);
        expect(decidedBy !== null).toBe(status === 'approved' || status === 'denied');
      }
    });
  });

  it('a bank order exists exactly when a withdrawal was accepted, and is open exactly while it is processing', () => {
    alwaysThen((state) => {
      const withdrawals = [...state.transfers.values()].filter(({ type }) => type === 'withdrawal');
      for (const { id, acceptedAt, status } of withdrawals) {
        const order = state.railOrders.get(id)?.state ?? 'none';
        expect(order === 'none').toBe(acceptedAt === null);
        expect(['waiting', 'unknown', 'taken'].includes(order)).toBe(status === 'PROCESSING');
      }
    });
  });
});

describe('each command', () => {
  it('that is refused changes nothing', () => {
    alwaysThen((_state, { before, after }) => {
      const refused = after.outcomes.some((outcome) => !outcome.done);
      expect(refused ? after.state : before).toEqual(before);
      expect(refused ? after.changes : noChanges()).toEqual(noChanges());
    });
  });

  it('has one audit line if it was carried out', () => {
    alwaysThen((_state, { after }) => {
      const [outcome] = after.outcomes;
      const isDone = outcome?.done && !outcome.replayed;
      expect(after.changes.audits).toHaveLength(isDone ? 1 : 0);
    });
  });

  it('has the same result in a batch as alone', () => {
    fc.assert(
      fc.property(histories, histories, (history, { steps }) => {
        const state = last(play(history));
        const commands = steps.map((each) => commandOf(each, state)).filter((command) => command !== null);
        const together = run(state, ...commands);
        const alone = copyOf({ state, changes: noChanges() });
        const outcomes = commands.flatMap((command) => {
          const changes = noChanges();
          const decided = decide([command], alone.state, changes);
          alone.changes.events.push(...changes.events);
          alone.changes.audits.push(...changes.audits);
          return decided;
        });
        expect(together.outcomes).toEqual(outcomes);
        expect(together.changes.events).toEqual(alone.changes.events);
        expect(together.changes.audits).toEqual(alone.changes.audits);
        expect(together.state).toEqual(alone.state);
      }),
      { numRuns },
    );
  });
});

describe('the random histories', () => {
  it('reach every state and every refusal of these commands, so that the properties cover them all', () => {
    const ends = new Set<string>();
    for (const history of fc.sample(histories, { numRuns: 400, seed: 7 })) {
      const moments = play(history);
      for (const { after } of moments)
        for (const outcome of after.outcomes)
          ends.add(outcome.done ? (outcome.replayed ? 'replayed' : 'done') : outcome.refusal);
      for (const { resource, from, to } of eventsIn(moments)) ends.add(`${resource} ${from} ${to}`);
    }
    const moves = [
      'payment IN_REVIEW COMPLETED',
      'payment IN_REVIEW PENDING_CLAIM',
      'payment IN_REVIEW APPROVAL_DENIED',
      'payment IN_REVIEW CANCELED',
      'payment PENDING_CLAIM CANCELED',
      'payment PENDING_CLAIM RETURNED',
      'transfer IN_REVIEW PROCESSING',
      'transfer IN_REVIEW APPROVAL_DENIED',
      'transfer IN_REVIEW CANCELED',
      'transfer PROCESSING COMPLETED',
      'transfer PROCESSING FAILED',
      'transfer PROCESSING CANCELED',
      'transfer COMPLETED RETURNED',
      'approval pending approved',
      'approval pending denied',
      'approval pending canceled',
    ];
    const refused = [
      'approval_decided',
      'approval_expired',
      'not_the_decider',
      'maker_decides',
      'not_the_sender',
      'not_this_agent',
      'payment_ended',
      'transfer_ended',
      'insufficient_funds',
    ];
    expect([...moves, ...refused, 'replayed'].filter((end) => !ends.has(end))).toEqual([]);
  });
});
