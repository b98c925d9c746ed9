import type { Queryable } from '../../db/sql.ts';
import type { Task } from '../model/journal.ts';
import { taskStep } from '../store/tasks.ts';
import { runSteps } from './run-steps.ts';

/** Enqueues work, with the commit, to be done at a time (in real time; null is now). */
export function enqueueTask(tx: Queryable, task: Task, at: Date | null = null): Promise<void> {
  return runSteps(tx, [taskStep(task, at)]);
}
