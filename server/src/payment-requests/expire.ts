import type { Program } from '../context.ts';
import { expireSome } from '../engine/plain-writes/record-expired.ts';
import { markExpired } from './queries.ts';

const expiring = { resource: 'paymentRequest', from: 'OPEN' } as const;

/** Ends some of the payment requests that nobody paid in time, and answers how many. */
export function expirePaymentRequests({ db }: Pick<Program, 'db'>, now: Date): Promise<number> {
  return expireSome(db, expiring, now, markExpired);
}
