import { type Queryable, send } from '../../db/sql.ts';
import type { Step } from '../model/step.ts';

/** Runs steps one after the other, in a plain transaction. (A batch sends all of its steps at once.) */
export async function runSteps(tx: Queryable, steps: readonly Step[]): Promise<void> {
  for (const { name, text, values = [] } of steps) await send(tx, { name, text, valuesOf: () => values }, []);
}
