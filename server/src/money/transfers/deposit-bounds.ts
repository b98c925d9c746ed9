import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import type { DrawFrom } from '../../engine/rules/draw.ts';
import type { Rail } from '../../gateways/rail.ts';
import type { Money } from '../../lib/money.ts';
import { sumDeposits } from './queries.ts';

/**
 * Returns why the rail brings in no deposit of this size for the actor's party; null if it does. Deposits at the same time
 * may not see each other: the bound keeps a sandbox usable, and no promise depends on it.
 */
export async function findTooLarge(
  db: Queryable,
  { actor, rail }: { actor: Pick<Context['actor'], 'partyId'>; rail: Pick<Rail, 'depositBounds'> | null },
  { amount, currency }: Money,
): Promise<DrawFrom['tooLarge']> {
  const bounds = rail?.depositBounds;
  if (!bounds) return null;
  if (amount > bounds.one) return 'deposit_too_large';
  const before = (await sumDeposits(db, actor.partyId, currency)) ?? 0n;
  return before + amount > bounds.ofParty ? 'deposits_too_large' : null;
}
