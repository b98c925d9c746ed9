import type { Program } from '../../context.ts';
import { expireTargets } from '../../engine/queue/expire-targets.ts';
import { listOverdue } from './queries.ts';

const chunk = 200;

/** Cancels payments and withdrawals that were not decided in time, with their approvals. Returns how many. */
export async function expireApprovals({ db, engine }: Program, now: Date): Promise<number> {
  return expireTargets(engine, await listOverdue(db, now, chunk), now);
}
