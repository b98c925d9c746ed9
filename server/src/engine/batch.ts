import {
  isDisconnected,
  isRetryable,
  isUnavailable,
  isUniqueViolation,
  unavailable,
} from '../db/failures.ts';
import { outcomeUnknown } from '../db/tx.ts';
import { PurserError } from '../errors.ts';
import { noChanges } from './changes.ts';
import type { Step } from './submission.ts';
import { decide, needsOf } from './decide.ts';
import type { Command } from './decide.ts';
import { loadSteps, readState } from './load.ts';
import type { Outcome } from './outcomes.ts';
import type { Session } from './session.ts';
import { storeSteps } from './store.ts';

/** What became of one command: its outcome, or why there is none. */
export type Settled = { outcome: Outcome } | { error: unknown };

const begin: Step = { name: 'engine_begin', text: 'BEGIN' };
const commit: Step = { name: 'engine_commit', text: 'COMMIT' };
const attempts = 5;

/**
 * Runs commands as one transaction. Deadlocks, serialization failures and keys that another server committed
 * meanwhile run the whole batch again; where one command's data breaks it, each is run alone, so that it fails alone.
 */
export async function runBatch(session: Session, commands: readonly Command[]): Promise<Settled[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      const outcomes = await transact(session, commands);
      return outcomes.map((outcome) => ({ outcome }));
    } catch (error) {
      if ((isRetryable(error) || isUniqueViolation(error)) && attempt < attempts) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * attempt));
      } else if (isUnavailable(error)) {
        return commands.map(() => ({ error: unavailable(error) }));
      } else if (commands.length === 1 || error instanceof PurserError) {
        return commands.map(() => ({ error }));
      } else {
        const alone = [];
        for (const command of commands) alone.push(...(await runBatch(session, [command])));
        return alone;
      }
    }
  }
}

async function transact(session: Session, commands: readonly Command[]): Promise<Outcome[]> {
  const pipeline = await session.get();
  let stage: 'load' | 'store' = 'load';
  try {
    const loads = loadSteps(needsOf(commands));
    const [, ...results] = await pipeline.run([begin, ...loads]);
    const changes = noChanges();
    const state = readState(loads, results);
    const outcomes = decide(commands, state, changes);
    stage = 'store';
    await pipeline.run([...storeSteps(changes), commit]);
    return outcomes;
  } catch (error) {
    // Whatever failed, the session goes with it: its transaction ends, and nobody has to know how far it came.
    session.drop();
    throw stage === 'store' && isDisconnected(error) ? outcomeUnknown(error) : error;
  }
}
