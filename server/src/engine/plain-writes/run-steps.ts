import { type Queryable, send } from '../../db/sql.ts';
import { together } from '../../lib/together.ts';
import type { Step } from '../model/step.ts';

/** Runs steps in their order, in one round trip of a plain transaction. */
export async function runSteps(tx: Queryable, steps: readonly Step[]): Promise<void> {
  await together(
    steps.map(({ name, text, values = [] }) => send(tx, { name, text, valuesOf: () => values }, [])),
  );
}
