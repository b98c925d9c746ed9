import type { Program } from '../context.ts';
import { expireTargets } from '../engine/queue/expire-targets.ts';
import { listOverdue } from './queries.ts';

const chunk = 200;

/** Ends what nobody decided on in time, with its approvals. Answers how many. */
export async function expireApprovals({ db, engine }: Program, now: Date): Promise<number> {
  return expireTargets(engine, await listOverdue(db, now, chunk), now);
}
