import type { Queryable } from '../../db/sql.ts';
import { noChanges } from '../model/changes.ts';
import { decide, needsOf } from '../decide/decide.ts';
import type { Command } from '../decide/commands.ts';
import { loadSteps, readState } from '../load/load.ts';
import type { Outcome } from '../model/outcomes.ts';
import { runSteps } from '../plain-writes/run-steps.ts';
import { storeSteps } from '../store/store.ts';

/** Runs commands inside an open transaction, with the same load, decide and store steps as a batch. */
export async function runWithin(tx: Queryable, commands: readonly Command[]): Promise<Outcome[]> {
  const loads = loadSteps(needsOf(commands));
  const results = [];
  for (const { text, values } of loads) results.push((await tx.query({ text, values })).rows);
  const changes = noChanges();
  const outcomes = decide(commands, readState(loads, results), changes);
  await runSteps(tx, storeSteps(changes));
  return outcomes;
}
