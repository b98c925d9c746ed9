import type { Engine } from './engine.ts';
import type { TargetFacts } from '../model/targets.ts';

/** Expires targets and returns how many. Those that were decided, claimed or canceled in the meantime do not count. */
export async function expireTargets(
  engine: Engine,
  targets: readonly TargetFacts[],
  now: Date,
): Promise<number> {
  const outcomes = await Promise.all(targets.map((target) => engine.submit({ kind: 'expire', now, target })));
  return outcomes.filter((outcome) => outcome.done).length;
}
