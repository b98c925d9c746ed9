import type { ClientBase } from 'pg';
import { cursorParts } from '../../db/cursor.ts';
import type { Id } from '../../lib/id.ts';

/** An entry of the ledger: one end of a movement. */
export type EntryRow = {
  transactionId: Id<'txn'>;
  step: number;
  kind: string;
  walletId: Id<'wal'>;
  /** Null for a clearing account, which has a rail instead. */
  partyId: Id<'pty'> | null;
  rail: string | null;
  /** Whether it is the account of what the party owes. */
  isReceivable: boolean;
  place: 'available' | 'held';
  /** Minor units; negative where the money left. */
  amount: bigint;
  currency: string;
  time: Date;
};

const partSize = 1_000;

const text = `SELECT e.transaction_id, e.step, m.kind, e.wallet_id, w.party_id,
    w.rail, w.is_receivable, e.place, e.amount, e.currency, e.created_at AS time
  FROM entries e JOIN movements m ON m.transaction_id = e.transaction_id AND m.step = e.step
  LEFT JOIN wallets w ON w.id = e.wallet_id
  WHERE e.created_at >= $1 AND e.created_at < $2
  ORDER BY e.created_at, e.transaction_id, e.step, e.amount, e.currency`;

/**
 * Yields all entries from one time on and before another, those of a movement next to each other, in one snapshot. Takes
 * as long as it needs; it holds no lock that a payment waits for.
 */
export async function* readEntries(session: ClientBase, from: Date, to: Date): AsyncGenerator<EntryRow[]> {
  await session.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0');
  try {
    yield* cursorParts<EntryRow>(session, { text }, [from.toISOString(), to.toISOString()], partSize);
  } finally {
    await session.query('ROLLBACK');
  }
}

/**
 * Returns the id of a movement in an export: its transaction, and which of its movements this is.
 */
export function movementIdOf({ transactionId, step }: Pick<EntryRow, 'transactionId' | 'step'>): string {
  return `txn_${transactionId}.${step}`;
}

/** Checks that the entries of each movement sum to zero in each currency, while they pass by in order. */
export function createZeroCheck() {
  let movement = '';
  const sums = new Map<string, bigint>();
  const wrong: string[] = [];
  const endMovement = (): void => {
    for (const [currency, sum] of sums) {
      if (sum !== 0n) wrong.push(`the entries of ${movement} sum to ${sum} in minor units of ${currency}`);
    }
    sums.clear();
  };
  return {
    add(entry: EntryRow): void {
      const id = movementIdOf(entry);
      if (id !== movement) endMovement();
      movement = id;
      sums.set(entry.currency, (sums.get(entry.currency) ?? 0n) + entry.amount);
    },
    /** Returns what is wrong, once all entries have passed by. */
    end(): readonly string[] {
      endMovement();
      return wrong;
    },
  };
}
