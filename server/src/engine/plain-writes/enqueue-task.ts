import type { Queryable } from '../../db/sql.ts';
import type { Task } from '../model/journal.ts';
import { taskStep } from '../store/tasks.ts';
import { runSteps } from './run-steps.ts';

/** Enqueues a task for a time (real time; null means now). It takes effect with the commit. */
export function enqueueTask(tx: Queryable, task: Task, at: Date | null = null): Promise<void> {
  return runSteps(tx, [taskStep(task, at)]);
}
