import type { Db } from '../db/pool.ts';
import type { Queryable } from '../db/sql.ts';
import { inTransaction } from '../db/tx.ts';
import type { RailOutcome } from '../engine/commands/settle.ts';
import {
  acknowledgeOutcome,
  type BookPlace,
  deleteOpenOutcomes,
  deletePlannedOutcomes,
  hasOpenOutcomes,
  insertBankOrder,
  insertBankOutcome,
  listBankLines,
  listDueOutcomes,
  type PlannedOutcome,
} from './queries.ts';
import type { BankOrder, Rail, RailLine } from './rail.ts';
import { isResponseLost, planOf } from './sandbox-outcomes.ts';

// All parties of a sandbox share what one clearing account can hold in a currency, 2^53 minor units.
const depositBounds = { one: 10n ** 12n, ofParty: 10n ** 14n };

const chunk = 100;
const bookPart = 5_000;

const name = 'sandbox';

/**
 * Creates a bank that is simulated in the sandbox's database. After `settlesIn_ms` of the service's clock a transfer
 * completes or fails; some complete and are returned after the same time again.
 */
export function createSandboxBank(db: Db, settlesIn_ms: number): Rail {
  return {
    name,
    depositBounds,
    settlesIn: { ms: settlesIn_ms },
    async placeOrder(order, now) {
      const isNew = await inTransaction(db, async (tx) => {
        if (!(await insertBankOrder(tx, { ...order, now }))) return false;
        for (const { outcome, times } of planOf(order)) {
          await insertBankOutcome(tx, {
            ...outcome,
            key: order.key,
            dueAt: later(now, settlesIn_ms * times),
          });
        }
        return true;
      });
      if (isNew && isResponseLost(order)) throw new Error('the bank’s answer was lost');
    },
    async cancel(key, now) {
      await inTransaction(db, async (tx) => {
        if (!(await deletePlannedOutcomes(tx, key, now))) return;
        await insertBankOutcome(tx, { key, kind: 'canceled', code: null, reason: null, dueAt: now });
      });
    },
    async *reports(now) {
      for (const { id, key, ...planned } of await listDueOutcomes(db, now, chunk)) {
        yield { id: String(id), key, outcome: asOutcome(planned) };
      }
    },
    acknowledge: async (id, now) => void (await acknowledgeOutcome(db, id, now)),
    async *statement(from, to) {
      let place: BookPlace | undefined = { place: from.toISOString(), key: '', id: 0n };
      while (place) {
        const lines: Array<RailLine & BookPlace> = await listBankLines(db, { ...place, to, count: bookPart });
        yield* lines;
        place = lines.at(-1);
      }
    },
    isExpecting: () => hasOpenOutcomes(db),
  };
}

function asOutcome({ kind, code, reason }: PlannedOutcome): RailOutcome {
  return kind === 'failed' || kind === 'returned'
    ? { kind, code: code ?? '', reason: reason ?? '' }
    : { kind };
}

function later(time: Date, by_ms: number): Date {
  return new Date(time.getTime() + by_ms);
}

/**
 * Has the bank report this outcome of an order at once, in place of all that it was to report. The caller's transaction
 * settles the transfer, so that the report counts as acknowledged.
 */
export async function reportAtOnce(
  tx: Queryable,
  order: BankOrder,
  outcome: RailOutcome,
  now: Date,
): Promise<void> {
  await insertBankOrder(tx, { ...order, now });
  await deleteOpenOutcomes(tx, order.key);
  await insertBankOutcome(tx, {
    code: null,
    reason: null,
    ...outcome,
    key: order.key,
    dueAt: now,
    acknowledgedAt: now,
  });
}

/** Returns whether orders on a rail of this name are the sandbox bank's. */
export function isSandboxRail(rail: string): boolean {
  return rail === name;
}
