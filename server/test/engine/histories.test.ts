import { loaded } from './loaded.ts';
import { needsOf } from '../../src/engine/decide/decide.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noChanges } from '../../src/engine/model/changes.ts';
import {
  countersOf,
  countersOverLimit,
  endOfEvents,
  expectedMoves,
  heldByWallet,
  moversOf,
  movesOf,
  recount,
  walletsOf,
} from './bookkeeping.ts';
import { histories, type Moment, play } from './histories.ts';
import { always, alwaysThen, eventsIn, last, movementsIn, numRuns } from './history-checks.ts';
import { commandOf } from './history-commands.ts';
import { decideOn, copyOf, run } from './run.ts';
import { brokenPolicy } from './policy-kept.ts';
import { addressOf, contactKey } from '../../src/engine/model/counterparty.ts';
import { contactOwner } from '../../src/engine/model/state.ts';
import { noPayee } from '../../src/engine/rules/targets.ts';

describe('after any sequence of commands', () => {
  it("no party's wallet has a negative available balance, and no wallet holds a negative amount", () => {
    alwaysThen((state) => {
      for (const { partyId, posted, held, isReceivable } of walletsOf(state)) {
        expect(held).toBeGreaterThanOrEqual(0n);
        // A debt is below zero, and a clearing account may be.
        expect(posted).toBeGreaterThanOrEqual(partyId && !isReceivable ? held : posted);
        expect(isReceivable && posted > 0n).toBe(false);
      }
    });
  });

  it('all wallets of a currency sum to zero, including clearing accounts, debts and collected fees', () => {
    alwaysThen((state) => {
      for (const currency of ['USD', 'EUR']) {
        const wallets = walletsOf(state).filter((wallet) => wallet.currency === currency);
        const fees = state.collectedFees.get(currency) ?? 0n;
        expect(wallets.reduce((sum, { posted }) => sum + posted, fees)).toBe(0n);
      }
    });
  });

  it('each wallet holds exactly its unclaimed payments and processing withdrawals', () => {
    alwaysThen((state) => {
      const expected = heldByWallet(state);
      for (const { id, held } of walletsOf(state)) expect(held).toBe(expected.get(id) ?? 0n);
    });
  });

  it('each payment, transfer, approval and request is in the state its events lead to, without a gap', () => {
    always((moments) => {
      const state = last(moments);
      const events = eventsIn(moments);
      const requests = [...state.paymentRequests.values()];
      const all = [...moversOf(state), ...[...state.approvals.values()].flat()];
      for (const { id, status } of all) expect(endOfEvents(id, events)).toBe(status);
      for (const { id, status } of requests) expect(endOfEvents(id, events, 'OPEN')).toBe(status);
      const known = new Set([...all, ...requests].map(({ id }) => String(id)));
      const kinds = events.filter(({ resourceId }) => !known.has(resourceId)).map(({ resource }) => resource);
      expect(new Set(['party', 'wallet', 'refund', 'debt', ...kinds]).size).toBe(4);
    });
  });

  it('each payment and transfer has the movements of its amount and fee that its events require, step by step', () => {
    always((moments) => {
      const [movements, events] = [movementsIn(moments), eventsIn(moments)];
      for (const each of moversOf(last(moments)))
        expect(movesOf(each, movements)).toEqual(expectedMoves(each, events));
      const steps = movements.map(({ transactionId, step }) => `${transactionId} ${step}`);
      expect(new Set(steps).size).toBe(steps.length);
    });
  });

  it('the counters equal the sums of the accepted payments and withdrawals', () => {
    alwaysThen((state) => expect(countersOf(state)).toEqual(recount(state)));
  });

  it('no limit per day or month is exceeded without an approval', () => {
    alwaysThen((state, { before, command }) => {
      if (command.kind === 'decideApproval') return;
      // A sum above its limit was so before, by an approval: nothing else may add to it.
      const known = countersOverLimit(before);
      for (const [owner, sum] of Object.entries(countersOverLimit(state)))
        expect(sum).toBeLessThanOrEqual(known[owner] ?? 0n);
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

  it('an approval has the payee as its payment named it, and whether it had proved its address by then', () => {
    let seen = 0;
    alwaysThen((state, { command, before, after }) => {
      for (const { target, payeeName, payeeAddress, payeeVerified } of after.changes.approvals) {
        const [first = noPayee] = state.approvals.get(target.id) ?? [];
        expect([payeeAddress, payeeVerified]).toEqual([first.payeeAddress, first.payeeVerified]);
        expect(payeeName).toBeNull(); // until the statement that stores it has read it
        expect(payeeVerified === null).toBe(target.type === 'withdrawal');
        if (command.kind !== 'pay') continue;
        const contact = addressOf(command.counterparty);
        expect(payeeAddress).toBe(contact?.value ?? null);
        expect(payeeVerified).toBe(!contact || contactOwner(before, contactKey(contact))?.active === true);
        seen += 1;
      }
    });
    expect(seen).toBeGreaterThan(numRuns / 4);
  });

  it('two users approve where the party asks for two, neither of them a maker, and no key where none may', () => {
    alwaysThen((_state, moment) => expect(brokenPolicy(moment)).toEqual([]));
  });

  it('an approval has a due time exactly while pending, and a decider exactly when decided', () => {
    alwaysThen((state) => {
      for (const { status, dueAt, resolvedAt, decidedBy } of [...state.approvals.values()].flat()) {
        expect([dueAt !== null, resolvedAt !== null]).toEqual([status === 'pending', status !== 'pending']);
        expect(decidedBy !== null).toBe(status === 'approved' || status === 'denied');
      }
    });
  });

  it('what was claimed before it was due is neither canceled nor returned, whenever its money moves', () => {
    alwaysThen((state, { before }) => {
      for (const [id, { claimedAt, isLeftOut }] of before.claims) {
        const payment = before.payments.get(id);
        if (payment?.status !== 'PENDING_CLAIM' || !payment.dueAt || !claimedAt || isLeftOut) continue;
        const ends =
          payment.dueAt > claimedAt ? /PENDING_CLAIM|COMPLETED/ : /PENDING_CLAIM|CANCELED|RETURNED/;
        expect(state.payments.get(id)?.status).toMatch(ends);
      }
    });
  });

  it('a bank order exists exactly when a transfer was asked for, and is open exactly while it is processing', () => {
    alwaysThen((state) => {
      for (const { id, type, userId, acceptedAt, status } of state.transfers.values()) {
        const order = state.railOrders.get(id)?.state ?? 'none';
        // A deposit without a user has arrived by itself.
        const isAsked = type === 'withdrawal' ? acceptedAt !== null : type === 'deposit' && userId !== null;
        expect(order !== 'none').toBe(isAsked);
        expect(['waiting', 'unknown', 'taken'].includes(order)).toBe(isAsked && status === 'PROCESSING');
      }
    });
  });
});

describe('each command', () => {
  it('that is refused changes nothing', () => {
    alwaysThen((_state, { before, after }) => {
      const refused = after.outcomes.some((outcome) => !outcome.done);
      expect(refused ? after.state : before).toEqual(before);
      const nothing = noChanges(after.changes.time_us);
      expect(refused ? after.changes : nothing).toEqual(nothing);
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
          const changes = noChanges(alone.changes.time_us);
          const part = loaded(alone.state, needsOf(commands));
          const decided = decideOn(part, [command], changes, alone.state);
          alone.changes.time_us = changes.time_us;
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

/** Returns the outcome of each command of a history, each change of a state, and each kind of movement. */
function endsOf(moments: Moment[]): string[] {
  const outcomes = moments.flatMap(({ after }) => after.outcomes);
  return [
    ...outcomes.map((outcome) => (outcome.done ? (outcome.replayed ? 'replayed' : 'done') : outcome.refusal)),
    ...eventsIn(moments).map(({ resource, from, to }) => `${resource} ${from} ${to}`),
    ...movementsIn(moments).map(({ kind, source }) =>
      source.wallet.isReceivable ? `${kind} as a debt` : kind,
    ),
  ];
}

describe('the random histories', () => {
  it('reach every state and every refusal of these commands, so that the properties cover them all', () => {
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
      'approval pending pending',
      'approval pending approved',
      'approval pending denied',
      'approval pending canceled',
      'payment PENDING_CLAIM COMPLETED',
      'payment PROCESSING COMPLETED',
      'payment PROCESSING FAILED',
      'payment PROCESSING CANCELED',
      'payment COMPLETED RETURNED',
      'paymentRequest OPEN COMPLETED',
      'paymentRequest OPEN PROCESSING',
      'paymentRequest PROCESSING COMPLETED',
      'paymentRequest PROCESSING OPEN',
      'refund null COMPLETED',
      'internal',
      'recovery',
      'return as a debt',
      'fee',
      'fee_hold',
      'fee_release',
      'payout',
    ];
    const refused = [
      'approval_decided',
      'approval_expired',
      'not_the_decider',
      'maker_decides',
      'approver_not_signed_in',
      'approved_already',
      'not_the_sender',
      'not_this_agent',
      'payment_ended',
      'transfer_ended',
      'insufficient_funds',
      'request_closed',
      'needs_approval',
      'transfer_funds_payment',
      'party_frozen',
      'wallet_frozen',
      'wallet_closed',
      'payment_not_refundable',
      'refund_too_large',
      'fee_not_covered',
      'fees_not_collected',
    ];
    const missing = new Set([...moves, ...refused, 'replayed']);
    for (const history of fc.sample(histories, { numRuns: 600, seed: 3 })) {
      for (const end of endsOf(play(history))) missing.delete(end);
      if (missing.size === 0) break;
    }
    expect([...missing]).toEqual([]);
  });
});
