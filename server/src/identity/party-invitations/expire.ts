import type { Program } from '../../context.ts';
import { expireSome } from '../../engine/plain-writes/record-expired.ts';
import { markExpired } from './queries.ts';

export const expiring = { resource: 'invitation', from: 'PENDING' } as const;

/** Expires a batch of overdue party invitations. Returns how many. */
export function expirePartyInvitations({ db }: Pick<Program, 'db'>, now: Date): Promise<number> {
  return expireSome(db, expiring, now, markExpired);
}
