import { loaded } from './loaded.ts';
import { needsOf } from '../../src/engine/decide/decide.ts';
import type { Dated } from '../../src/engine/model/actor.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Changes, type Movement, noChanges } from '../../src/engine/model/changes.ts';
import type { Command } from '../../src/engine/decide/commands.ts';
import type { LoadedState, Wallet } from '../../src/engine/model/state.ts';
import { maxAmount } from '../../src/lib/money.ts';
import { isThorough } from '../support/thorough.ts';
import { batches, worlds } from './arbitrary.ts';
import { decideOn, copyOf, run, type Run } from './run.ts';

/**
 * Checks a property over random states and batches. The states are shared, so no property may change them.
 */
function always(promise: (state: LoadedState, commands: Dated<Command>[]) => void): void {
  fc.assert(
    fc.property(worlds, batches, (state, commands) => promise(state, commands)),
    { numRuns: isThorough ? 400 : 100 },
  );
}

type Entry = { wallet: Wallet; place: 'available' | 'held'; amount: bigint };

const entriesOf = ({ source, destination, amount }: Movement): Entry[] => [
  { ...source, amount: -amount },
  { ...destination, amount },
];

/** Returns all wallets by id, including closed ones that a new one may have replaced. */
function walletsOf(states: LoadedState[]): Map<string, Wallet> {
  const wallets = states.flatMap((state) => [...state.wallets.values()].flat());
  return new Map(wallets.map((wallet) => [wallet.id, wallet]));
}

function totals(wallets: Iterable<Wallet>): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const { currency, posted } of wallets) sums[currency] = (sums[currency] ?? 0n) + posted;
  return sums;
}

/** Returns what the wallets must contain after the movements of these changes. */
function replayed(before: LoadedState, changes: Changes): Map<string, { posted: bigint; held: bigint }> {
  const sums = new Map<string, { posted: bigint; held: bigint }>();
  for (const { id, posted, held } of walletsOf([before]).values()) sums.set(id, { posted, held });
  for (const { wallet, place, amount } of changes.movements.flatMap(entriesOf)) {
    const sum = sums.get(wallet.id) ?? { posted: 0n, held: 0n };
    const held = place === 'held' ? sum.held + amount : sum.held;
    sums.set(wallet.id, { posted: sum.posted + amount, held });
  }
  return sums;
}

const kinds = [
  'payments',
  'transfers',
  'railOrders',
  'approvals',
  'events',
  'responses',
  'audits',
  'mails',
] as const;

/** Runs each command as its own batch, on the state that the previous one left. */
function oneByOne(state: LoadedState, commands: readonly Dated<Command>[]): Run {
  const all = copyOf({ state, changes: noChanges() });
  const outcomes = commands.flatMap((command) => {
    const changes = noChanges(all.changes.time_us);
    const part = loaded(all.state, needsOf(commands));
    const decided = decideOn(part, [command], changes, all.state);
    all.changes.time_us = changes.time_us;
    all.changes.payments.push(...changes.payments);
    all.changes.transfers.push(...changes.transfers);
    all.changes.railOrders.push(...changes.railOrders);
    all.changes.movements.push(...changes.movements);
    all.changes.approvals.push(...changes.approvals);
    all.changes.events.push(...changes.events);
    all.changes.responses.push(...changes.responses);
    all.changes.audits.push(...changes.audits);
    all.changes.mails.push(...changes.mails);
    return decided;
  });
  return { outcomes, ...all };
}

describe('for any state and any batch', () => {
  it('deciding never throws, and every command gets an outcome', () => {
    always((state, commands) => {
      expect(run(state, ...commands).outcomes).toHaveLength(commands.length);
    });
  });

  it('money is conserved in every currency', () => {
    always((state, commands) => {
      const after = run(state, ...commands);
      const before = totals(walletsOf([state]).values());
      for (const [currency, sum] of Object.entries(totals(walletsOf([state, after.state]).values())))
        expect(sum).toBe(before[currency] ?? 0n);
    });
  });

  it('the two entries of each movement sum to zero, in one currency and two different places', () => {
    always((state, commands) => {
      for (const movement of run(state, ...commands).changes.movements) {
        const [from, to] = entriesOf(movement);
        if (!from || !to) throw new Error('a movement has two entries');
        expect(from.amount + to.amount).toBe(0n);
        expect(movement.amount).toBeGreaterThan(0n);
        expect([from.wallet.currency, to.wallet.currency]).toEqual([movement.currency, movement.currency]);
        expect(from.wallet !== to.wallet || from.place !== to.place).toBe(true);
      }
    });
  });

  it("no party's wallet has a negative available balance, and no sum exceeds the exact numbers", () => {
    always((state, commands) => {
      for (const { partyId, posted, held } of walletsOf([run(state, ...commands).state]).values()) {
        expect(held).toBeGreaterThanOrEqual(0n);
        expect(posted).toBeGreaterThanOrEqual(partyId ? held : -maxAmount);
        expect(posted).toBeLessThanOrEqual(maxAmount);
      }
    });
  });

  it('every wallet agrees with the movements, and is written if and only if it moved', () => {
    always((state, commands) => {
      const { state: after, changes } = run(state, ...commands);
      const expected = replayed(state, changes);
      for (const { id, posted, held } of walletsOf([state, after]).values())
        expect({ posted, held }).toEqual(expected.get(id) ?? { posted: 0n, held: 0n });
      const moved = changes.movements.flatMap(entriesOf).map(({ wallet }) => wallet);
      expect(new Set([...changes.changedWallets, ...changes.openedWallets.keys()])).toEqual(new Set(moved));
    });
  });

  it('a refused command leaves state and changes as they were', () => {
    always((state, commands) => {
      const all = copyOf({ state, changes: noChanges() });
      for (const command of commands) {
        const before = copyOf(all);
        const [outcome] = decideOn(all.state, [command], all.changes);
        before.changes.time_us = all.changes.time_us;
        expect(all).toEqual(outcome?.done ? all : before);
      }
    });
  });

  it('deciding again on the same state gives the same result', () => {
    always((state, commands) => {
      expect(run(state, ...commands)).toEqual(run(state, ...commands));
    });
  });

  it('one batch of many commands gives the same result as many batches of one', () => {
    always((state, commands) => {
      const together = run(state, ...commands);
      const apart = oneByOne(state, commands);
      expect(together.outcomes).toEqual(apart.outcomes);
      expect(together.state).toEqual(apart.state);
      for (const kind of kinds) expect(together.changes[kind]).toEqual(apart.changes[kind]);
      expect(together.changes.movements).toHaveLength(apart.changes.movements.length);
    });
  });

  it('each accepted resource is stored once, with its events, and its key with its response', () => {
    always((state, commands) => {
      const { outcomes, changes } = run(state, ...commands);
      const accepted = outcomes.filter((outcome) => outcome.done && !outcome.replayed);
      expect(changes.payments.length + changes.transfers.length).toBe(accepted.length);
      for (const { id, status } of [...changes.payments, ...changes.transfers]) {
        const steps = changes.events.filter(({ resourceId }) => resourceId === id);
        expect(steps.at(-1)?.to).toBe(status);
        const moved = changes.movements.filter(({ transactionId }) => String(transactionId) === id);
        expect(moved).toHaveLength(status === 'IN_REVIEW' ? 0 : 1);
      }
      const keys = changes.responses.map(({ digest }) => digest);
      const kept = changes.payments.map(({ keyDigest, id }) => keyDigest ?? id);
      expect(new Set([...keys, ...kept]).size).toBe(keys.length + kept.length);
    });
  });
});

describe('the random worlds', () => {
  it('lead to every kind of result, so that the properties cover them all', () => {
    const ends = new Set<string>();
    const draws = fc.sample(fc.tuple(worlds, batches), { numRuns: 1_500, seed: 7 });
    for (const [state, commands] of draws) {
      const { outcomes, changes } = run(state, ...commands);
      for (const outcome of outcomes)
        ends.add(outcome.done ? (outcome.replayed ? 'replayed' : 'done') : outcome.refusal);
      for (const { status } of [...changes.payments, ...changes.transfers]) ends.add(status);
    }
    const wanted = ['replayed', 'COMPLETED', 'PENDING_CLAIM', 'IN_REVIEW', 'key_reused', 'recipient_full'];
    const refused = ['credential_revoked', 'agent_inactive', 'customer_unknown', 'delegation_forbids'];
    const unreachable = ['recipient_agent_unknown', 'recipient_party_unknown', 'pays_itself'];
    const unpaid = ['wallet_frozen', 'insufficient_funds'];
    const outside = ['PROCESSING', 'external_account_unknown', 'external_account_unusable'];
    const all = [...wanted, ...refused, ...unreachable, ...unpaid, ...outside];
    expect([...ends]).toEqual(expect.arrayContaining(all));
  });
});
