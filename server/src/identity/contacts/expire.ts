import type { Program } from '../../context.ts';
import { markExpired } from './queries.ts';

const chunk = 500;

/** Expires a batch of pending addresses whose token is no longer valid. Returns how many. */
export function expirePendingContacts({ db }: Pick<Program, 'db'>, now: Date): Promise<number> {
  return markExpired(db, now, chunk);
}
