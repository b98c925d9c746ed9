import { rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';

/** Work that waits in tables of its own; a job says only that there is some. See `jobs/`. */
export type Task = 'expire' | 'submitWithdrawals' | 'collectOutcomes' | 'sendMail' | 'markPayments';

/** What a job wakes: work of one kind, or of all kinds. */
export type Wakes = Task | 'everything';

// One job per kind of work, however often it is asked for: work for now overtakes one that waits for later, and no other
// way round. At the moment in which a worker takes a job, add_job neither changes nor replaces it, and answers nothing:
// asked again it sees that the job was taken.
const addJob = `(graphile_worker.add_job($1::text, run_at := $2::timestamptz, job_key := $1::text,
  job_key_mode := $3::text, max_attempts := 1)).id`;
export const wakeText = `SELECT coalesce(${addJob}, ${addJob}, ${addJob})`;
const wakeStatement = statement('engine_wake', wakeText);

/** Asks, with the commit, for work to be done at a time (in real time; null is now). */
export async function wake(tx: Queryable, task: Task, at: Date | null = null): Promise<void> {
  await rows(tx, wakeStatement, wakeValues(task, at));
}

/** The values of `wakeText`. */
export function wakeValues(task: Wakes, at: Date | null = null): string[] {
  return [task, (at ?? new Date()).toISOString(), at ? 'preserve_run_at' : 'replace'];
}
