import type { Engine } from './engine.ts';
import type { TargetFacts } from '../model/targets.ts';
import { runInGroups } from './run-in-groups.ts';

/**
 * Expires targets and returns how many. Those that were decided, claimed or canceled in the meantime do not count. Throws
 * as `runInGroups` does.
 */
export function expireTargets(engine: Pick<Engine, 'run'>, targets: readonly TargetFacts[]): Promise<number> {
  return runInGroups(
    engine,
    targets.map((target) => ({ kind: 'expire', target })),
  );
}
