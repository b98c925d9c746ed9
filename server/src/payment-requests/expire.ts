import type { Program } from '../context.ts';
import { inTransaction } from '../db/tx.ts';
import { recordExpired } from '../engine/record-expired.ts';
import { markExpired } from './queries.ts';

const chunk = 500;

/**
 * Ends some of the payment requests that nobody paid in time, and answers how many; zero means that none is left.
 * Several servers may do this at once.
 */
export function expirePaymentRequests({ db }: Pick<Program, 'db'>, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    const ended = await markExpired(tx, now, chunk);
    const ids = ended.map(({ id }) => id);
    await recordExpired(tx, { resource: 'paymentRequest', from: 'OPEN' }, ids, now);
    return ended.length;
  });
}
