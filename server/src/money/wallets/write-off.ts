import type { Queryable } from '../../db/sql.ts';
import { runWithin } from '../../engine/queue/within.ts';
import { type Id, newId } from '../../lib/id.ts';
import type { Money } from '../../lib/money.ts';
import { findWriteOffAmount } from './queries.ts';

/** Whose debt the operator writes off, in which currency, and why. */
export type AskedWriteOff = { partyId: Id<'pty'>; currency: string; reason: string; operator: string };

/**
 * Writes off all that a party owes in a currency, in the caller's transaction. Returns what that was, or null if it owes
 * nothing.
 */
export async function writeOff(
  tx: Queryable,
  { partyId, currency, reason: because, operator }: AskedWriteOff,
): Promise<(Money & { id: Id<'wof'> }) | null> {
  const newIds = { writeOff: newId('wof'), losses: newId('wal') };
  const reason = `operator ${operator}, ${because}`;
  const [outcome] = await runWithin(tx, [
    { kind: 'writeOff', partyId, currency, operator, because, reason, newIds },
  ]);
  if (!outcome?.done) return null;
  const amount = (await findWriteOffAmount(tx, newIds.writeOff)) ?? 0n;
  return { id: newIds.writeOff, amount, currency };
}
