import type { Engine } from './engine.ts';
import type { TargetFacts } from '../model/targets.ts';

/** Ends what has waited too long. Answers how many; decided, claimed or canceled meanwhile counts as none. */
export async function expireTargets(
  engine: Engine,
  targets: readonly TargetFacts[],
  now: Date,
): Promise<number> {
  const outcomes = await Promise.all(targets.map((target) => engine.submit({ kind: 'expire', now, target })));
  return outcomes.filter((outcome) => outcome.done).length;
}
