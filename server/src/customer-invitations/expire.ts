import type { Program } from '../context.ts';
import { inTransaction } from '../db/tx.ts';
import { recordExpired } from '../engine/record-expired.ts';
import { markExpired } from './queries.ts';

const chunk = 500;

export const expiring = { resource: 'customerInvitation', from: 'PENDING' } as const;

/**
 * Ends some of the invitations to customers that nobody answered in time, and answers how many; zero means that none is left.
 * Several servers may do this at once.
 */
export function expireCustomerInvitations({ db }: Pick<Program, 'db'>, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    const ids = await markExpired(tx, now, chunk);
    await recordExpired(tx, expiring, ids, now);
    return ids.length;
  });
}
