import type { Step } from '../model/step.ts';
import type { TaskName } from '../model/journal.ts';

// One job per task, however often it is enqueued. Enqueued for now it replaces a job for later, but not the reverse.
// While a worker is taking the job, add_job neither changes nor replaces it and returns null; called again, it sees
// that the job was taken.
const addJob = `(graphile_worker.add_job($1::text, run_at := $2::timestamptz, job_key := $1::text,
  job_key_mode := $3::text, max_attempts := 1)).id`;
const text = `SELECT coalesce(${addJob}, ${addJob}, ${addJob})`;

/** Returns the statement that enqueues a task for a time (real time; null means now). */
export function taskStep(task: TaskName, at: Date | null = null): Step {
  const runAt = (at ?? new Date()).toISOString();
  return { name: 'engine_enqueue_task', text, values: [task, runAt, at ? 'preserve_run_at' : 'replace'] };
}
