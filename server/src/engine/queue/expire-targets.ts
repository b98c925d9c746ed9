import type { Engine } from './engine.ts';
import type { TargetFacts } from '../model/targets.ts';

// So that a sweep fills little of the queue, which the clients need.
const atOnce = 16;

/** Expires targets and returns how many. Those that were decided, claimed or canceled in the meantime do not count. */
export async function expireTargets(
  engine: Engine,
  targets: readonly TargetFacts[],
  now: Date,
): Promise<number> {
  let expired = 0;
  for (let start = 0; start < targets.length; start += atOnce) {
    const some = targets.slice(start, start + atOnce);
    const outcomes = await Promise.all(some.map((target) => engine.submit({ kind: 'expire', now, target })));
    expired += outcomes.filter((outcome) => outcome.done).length;
  }
  return expired;
}
