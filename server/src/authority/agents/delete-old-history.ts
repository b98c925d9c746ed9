import type { Program } from '../../context.ts';
import { deleteCountedBefore, deletePurchasesBefore } from './queries.ts';

const chunk = 1_000;
const day_ms = 86_400_000;

// The longest time that a rule looks back, and a day for servers whose clocks differ.
const purchases_ms = 8 * day_ms;
const counted_ms = 2 * day_ms;

/** Deletes a chunk of the payments at which no rule of an agent looks back any more, and returns how many it deleted. */
export async function deleteOldHistory({ db }: Program, now: Date): Promise<number> {
  const purchases = await deletePurchasesBefore(db, new Date(now.getTime() - purchases_ms), chunk);
  return purchases + (await deleteCountedBefore(db, new Date(now.getTime() - counted_ms), chunk));
}
