import {
  isDisconnected,
  isRetryable,
  isUnavailable,
  isUniqueViolation,
  unavailable,
} from '../../db/failures.ts';
import { outcomeUnknown } from '../../db/tx.ts';
import { PurserError } from '../../errors.ts';
import { noChanges } from '../model/changes.ts';
import type { Pipeline } from './connection.ts';
import type { Rows, Step } from '../model/step.ts';
import { decide, needsOf } from '../decide/decide.ts';
import type { Command } from '../decide/commands.ts';
import { loadSteps, readState } from '../load/load.ts';
import type { Load } from '../load/load-step.ts';
import { cachedAuthority, currentAuthority } from '../load/authority-cache.ts';
import type { Outcome } from '../model/outcomes.ts';
import type { Session } from './session.ts';
import { withAuthority } from '../model/state.ts';
import type { State } from '../model/state.ts';
import { storeSteps } from '../store/store.ts';

/** What became of one command: its outcome, or why there is none. */
export type Settled = { outcome: Outcome } | { error: unknown };

const begin: Step = { name: 'engine_begin', text: 'BEGIN' };
const rollback: Step = { name: 'engine_rollback', text: 'ROLLBACK' };
const commit: Step = { name: 'engine_commit', text: 'COMMIT' };
const attempts = 5;

/** A batch whose load is under way. */
export type Begun = {
  pipeline: Pipeline;
  /** Whether something is not loaded because it is cached. */
  usesCache: boolean;
  loads: readonly Load[];
  results: Promise<Rows[]>;
};

/** Sends a batch's BEGIN and load, behind whatever the session was sent before. */
export function beginBatch(
  pipeline: Pipeline,
  commands: readonly Command[],
  start: readonly Step[] = [begin],
): Begun {
  const needs = needsOf(commands, cachedAuthority(pipeline.authorityCache));
  const loads = loadSteps(needs);
  const results = pipeline.run([...start, ...loads]).then((all) => all.slice(start.length));
  results.catch(() => undefined); // whoever runs the batch finds out
  return { pipeline, usesCache: needs.usesCache, loads, results };
}

/** The state of a batch that has begun. It loads once more, without the cache, where that is not current any more. */
async function loadedState(begun: Begun, commands: readonly Command[]): Promise<State> {
  const { pipeline, usesCache, loads, results } = begun;
  const loaded = readState(loads, await results);
  const authority = currentAuthority(pipeline.authorityCache, loaded, loaded.authorityVersion, usesCache);
  if (authority) return withAuthority(loaded, authority);
  return loadedState(beginBatch(pipeline, commands, [rollback, begin]), commands);
}

/**
 * Runs commands as one transaction. Deadlocks, serialization failures and keys that another server committed
 * meanwhile run the whole batch again; where one command's data breaks it, each is run alone, so that it fails alone.
 * `begun` is the batch where its load was sent already; `onStored` is called when its COMMIT has been sent.
 */
export async function runBatch(
  session: Session,
  commands: readonly Command[],
  begun: Begun | null = null,
  onStored: (pipeline: Pipeline) => void = () => undefined,
): Promise<Settled[]> {
  const ahead = begun && (await begun.results.then(() => true).catch(() => false));
  for (let attempt = 1; ; attempt++) {
    try {
      const first = attempt === 1;
      const outcomes = await transact(
        session,
        commands,
        first && ahead ? begun : null,
        first ? onStored : ignore,
      );
      return outcomes.map((outcome) => ({ outcome }));
    } catch (error) {
      if (error instanceof StoreLost) {
        return commands.map((command) => ({
          error: outcomeUnknown(error.cause, { hasKey: hasKey(command) }),
        }));
      } else if (error instanceof ClockMoved) {
        return runBatch(
          session,
          commands.map((command) => atClock(command, error.offset_ms)),
        );
      } else if ((isRetryable(error) || isUniqueViolation(error)) && attempt < attempts) {
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

const ignore = (): void => undefined;

async function transact(
  session: Session,
  commands: readonly Command[],
  begun: Begun | null,
  onStored: (pipeline: Pipeline) => void,
): Promise<Outcome[]> {
  const ready = begun ?? beginBatch(await session.get(), commands);
  const { pipeline } = ready;
  let stage: 'load' | 'store' = 'load';
  try {
    const changes = noChanges();
    const state = await loadedState(ready, commands);
    checkClock(session, commands, state);
    const outcomes = decide(commands, state, changes);
    stage = 'store';
    const stored = pipeline.run([...storeSteps(changes), commit]);
    onStored(pipeline);
    await stored;
    return outcomes;
  } catch (error) {
    // Whatever failed, the session goes with it: its transaction ends, and nobody has to know how far it came.
    session.drop();
    throw stage === 'store' && isDisconnected(error) ? new StoreLost(error) : error;
  }
}

/** The session was lost after the store was sent: the batch may be committed or not. */
class StoreLost extends Error {
  constructor(cause: unknown) {
    super('the session was lost during the store', { cause });
  }
}

function hasKey(command: Command): boolean {
  return 'idempotency' in command && command.idempotency !== null;
}

/** The clock was moved after a command was given its time. */
class ClockMoved extends Error {
  readonly offset_ms: number;
  constructor(offset_ms: number) {
    super('the clock was moved');
    this.offset_ms = offset_ms;
  }
}

function checkClock({ seen }: Session, commands: readonly Command[], { clockOffset_ms }: State): void {
  seen.clockOffset_ms = clockOffset_ms;
  if (commands.some((command) => 'actor' in command && command.clockOffset_ms !== clockOffset_ms)) {
    throw new ClockMoved(clockOffset_ms);
  }
}

function atClock(command: Command, clockOffset_ms: number): Command {
  if (!('actor' in command)) return command;
  const now = new Date(command.now.getTime() - command.clockOffset_ms + clockOffset_ms);
  return { ...command, now, clockOffset_ms };
}
