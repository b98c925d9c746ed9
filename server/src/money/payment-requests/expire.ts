import type { Program } from '../../context.ts';
import { expireSome } from '../../engine/plain-writes/record-expired.ts';
import { markExpired } from './queries.ts';

const expiring = { resource: 'paymentRequest', from: 'OPEN' } as const;

/** Expires a batch of overdue payment requests. Returns how many. */
export function expirePaymentRequests({ db }: Pick<Program, 'db'>, now: Date): Promise<number> {
  return expireSome(db, expiring, now, markExpired);
}
