import type { Program } from '../context.ts';
import { deleteAnswersBefore } from './queries.ts';

const chunk = 1_000;
const hour_ms = 3_600_000;

/** Forgets a chunk of the oldest answers that were kept long enough; answers how many. */
export function forgetAnswers({ db, config }: Program, now: Date): Promise<number> {
  return deleteAnswersBefore(db, new Date(now.getTime() - config.idempotencyHours * hour_ms), chunk);
}
