import type { Program } from '../../context.ts';
import { deletePurchasesBefore } from './queries.ts';

const chunk = 1_000;
// The longest time that a rule about duplicates looks back, and a day for servers whose clocks differ.
const retention_ms = 8 * 86_400_000;

/** Deletes a chunk of the payments that no rule compares later ones with any more, and returns how many it deleted. */
export function deleteOldPurchases({ db }: Program, now: Date): Promise<number> {
  return deletePurchasesBefore(db, new Date(now.getTime() - retention_ms), chunk);
}
