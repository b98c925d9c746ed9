import type { Program } from '../context.ts';
import { listUnclaimed } from './queries.ts';

const chunk = 200;

/** Sends back what nobody has claimed in time. Answers how many; claimed or canceled meanwhile counts as none. */
export async function returnUnclaimed(program: Program, now: Date): Promise<number> {
  const targets = await listUnclaimed(program.db, now, chunk);
  const outcomes = await Promise.all(
    targets.map((target) => program.engine.submit({ kind: 'expire', now, target })),
  );
  return outcomes.filter((outcome) => outcome.done).length;
}
