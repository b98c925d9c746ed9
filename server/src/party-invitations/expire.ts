import type { Program } from '../context.ts';
import { expireSome } from '../engine/plain-writes/record-expired.ts';
import { markExpired } from './queries.ts';

export const expiring = { resource: 'invitation', from: 'PENDING' } as const;

/** Ends some of the invitations to parties that nobody answered in time, and answers how many. */
export function expirePartyInvitations({ db }: Pick<Program, 'db'>, now: Date): Promise<number> {
  return expireSome(db, expiring, now, markExpired);
}
