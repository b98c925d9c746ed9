import type { Program } from '../context.ts';
import { listOverdue } from './queries.ts';

const chunk = 200;

/** Ends what nobody decided on in time, with its approvals. Answers how many; decided meanwhile counts as none. */
export async function expireApprovals(program: Program, now: Date): Promise<number> {
  const targets = await listOverdue(program.db, now, chunk);
  const outcomes = await Promise.all(
    targets.map((target) => program.engine.submit({ kind: 'expire', now, target })),
  );
  return outcomes.filter((outcome) => outcome.done).length;
}
