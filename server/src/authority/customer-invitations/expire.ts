import type { Program } from '../../context.ts';
import { expireSome } from '../../engine/plain-writes/record-expired.ts';
import { markExpired } from './queries.ts';

export const expiring = { resource: 'customerInvitation', from: 'PENDING' } as const;

/** Expires a batch of overdue customer invitations. Returns how many. */
export function expireCustomerInvitations({ db }: Pick<Program, 'db'>, now: Date): Promise<number> {
  return expireSome(db, expiring, now, markExpired);
}
