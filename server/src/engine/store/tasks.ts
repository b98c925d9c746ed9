import type { Step } from '../model/step.ts';
import type { Task } from '../model/journal.ts';

// One job per kind of work, however often it is asked for: work for now overtakes one that waits for later, and no other
// way round. At the moment in which a worker takes a job, add_job neither changes nor replaces it, and returns null:
// asked again it sees that the job was taken.
const addJob = `(graphile_worker.add_job($1::text, run_at := $2::timestamptz, job_key := $1::text,
  job_key_mode := $3::text, max_attempts := 1)).id`;
const text = `SELECT coalesce(${addJob}, ${addJob}, ${addJob})`;

/** Enqueues work of one kind, or of all kinds, at a time (real time; null is now). */
export function taskStep(task: Task | 'everything', at: Date | null = null): Step {
  const runAt = (at ?? new Date()).toISOString();
  return { name: 'engine_enqueue_task', text, values: [task, runAt, at ? 'preserve_run_at' : 'replace'] };
}
