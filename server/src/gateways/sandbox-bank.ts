import type { Db } from '../db/pool.ts';
import { inTransaction } from '../db/tx.ts';
import type { RailOutcome } from '../engine/commands/settle.ts';
import {
  acknowledgeOutcome,
  deletePlannedOutcomes,
  hasOpenOutcomes,
  insertBankOrder,
  insertBankOutcome,
  listDueOutcomes,
} from './queries.ts';
import type { PlannedOutcome } from './queries.ts';
import type { Rail } from './rail.ts';

const chunk = 100;

/** NACHA return codes. */
const nachaReasons = {
  R02: 'Account closed',
  R03: 'No account, or unable to locate it',
  R04: 'Invalid account number',
  R16: 'Account frozen',
  R17: 'Account number with invalid data',
  R23: 'Credit refused by the receiver',
} as const;

/** Outcomes by the last two digits of the amount. All other amounts complete (docs/sandbox.md). */
const magicCents = new Map<bigint, { kind: 'failed' | 'returned'; code: keyof typeof nachaReasons }>([
  [2n, { kind: 'failed', code: 'R02' }],
  [3n, { kind: 'failed', code: 'R03' }],
  [4n, { kind: 'failed', code: 'R04' }],
  [16n, { kind: 'failed', code: 'R16' }],
  [17n, { kind: 'returned', code: 'R17' }],
  [23n, { kind: 'returned', code: 'R23' }],
]);

/** The bank takes an order with these last two digits, but its response is lost. */
const lostResponseCents = 98n;

/**
 * Creates a bank that is simulated in the sandbox's database. After `settlesIn_ms` of the service's clock a withdrawal
 * completes or fails; some complete and are returned after the same time again.
 */
export function createSandboxBank(db: Db, settlesIn_ms: number): Rail {
  return {
    name: 'sandbox',
    settlesIn_ms,
    async submit({ key, amount, currency }, now) {
      const isNew = await inTransaction(db, async (tx) => {
        if (!(await insertBankOrder(tx, { key, amount, currency, now }))) return false;
        for (const [index, outcome] of plan(amount).entries()) {
          await insertBankOutcome(tx, key, outcome, later(now, settlesIn_ms * (index + 1)));
        }
        return true;
      });
      if (isNew && amount % 100n === lostResponseCents) throw new Error('the bank’s answer was lost');
    },
    async cancel(key, now) {
      await inTransaction(db, async (tx) => {
        if (!(await deletePlannedOutcomes(tx, key, now))) return;
        await insertBankOutcome(tx, key, { kind: 'canceled', code: null, reason: null }, now);
      });
    },
    async *reports(now) {
      for (const { id, key, ...planned } of await listDueOutcomes(db, now, chunk)) {
        yield { id: String(id), key, outcome: asOutcome(planned) };
      }
    },
    acknowledge: (id, now) => acknowledgeOutcome(db, id, now),
    isExpecting: () => hasOpenOutcomes(db),
  };
}

function plan(amount: bigint): PlannedOutcome[] {
  const completed: PlannedOutcome = { kind: 'completed', code: null, reason: null };
  const magic = magicCents.get(amount % 100n);
  if (!magic) return [completed];
  const ending = { ...magic, reason: nachaReasons[magic.code] };
  return magic.kind === 'failed' ? [ending] : [completed, ending];
}

function asOutcome({ kind, code, reason }: PlannedOutcome): RailOutcome {
  return kind === 'failed' || kind === 'returned'
    ? { kind, code: code ?? '', reason: reason ?? '' }
    : { kind };
}

function later(time: Date, by_ms: number): Date {
  return new Date(time.getTime() + by_ms);
}
