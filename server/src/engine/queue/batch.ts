import {
  isDisconnected,
  isRetryable,
  isUnavailable,
  isUniqueViolation,
  unavailable,
} from '../../db/failures.ts';
import { requireStandby } from '../../db/safety.ts';
import { outcomeUnknown } from '../../db/tx.ts';
import { PurserError } from '../../errors.ts';
import { noChanges } from '../model/changes.ts';
import type { Pipeline } from './connection.ts';
import type { Rows, Step } from '../model/step.ts';
import { decide, needsOf } from '../decide/decide.ts';
import type { Command } from '../decide/commands.ts';
import { batchTime } from '../decide/time.ts';
import { loadHistory, loadSteps, readState } from '../load/load.ts';
import type { Load } from '../load/load-step.ts';
import { askedState } from '../load/asked.ts';
import { addAddresses, cachedAuthority, currentAuthority } from '../load/authority-cache.ts';
import { mergedParties, type Needs } from '../load/needs.ts';
import type { Outcome } from '../model/outcomes.ts';
import type { Session } from './session.ts';
import type { State } from '../model/state.ts';
import { storeSteps } from '../store/store.ts';

/** The result of one command of a batch: its outcome, or the error because of which it has none. */
export type Settled = { outcome: Outcome } | { error: unknown };

const begin: Step = { name: 'engine_begin', text: 'BEGIN' };
const rollback: Step = { name: 'engine_rollback', text: 'ROLLBACK' };
const commit: Step = { name: 'engine_commit', text: 'COMMIT' };
const attempts = 5;

export type LoadingBatch = {
  pipeline: Pipeline;
  needs: Needs;
  loads: readonly Load[];
  results: Promise<Rows[]>;
};

/** Sends a batch's BEGIN and load, behind everything that was sent to the session before. */
export function beginBatch(
  pipeline: Pipeline,
  commands: readonly Command[],
  start: readonly Step[] = [begin],
): LoadingBatch {
  const needs = needsOf(commands, cachedAuthority(pipeline.authorityCache));
  const loads = loadSteps(needs);
  const results = pipeline.run([...start, ...loads]).then((all) => all.slice(start.length));
  results.catch(() => undefined); // `runBatch` handles the failure
  return { pipeline, needs, loads, results };
}

/**
 * Returns the state of a batch, and the time at which it is decided. Loads again, without the cache, if the batch relied on
 * a cache that is out of date; and if it names a party that another has taken over, which the cache then says for good.
 */
async function loadedState(
  batch: LoadingBatch,
  commands: readonly Command[],
): Promise<{ state: State; time_us: bigint; clockOffset_ms: number }> {
  const { pipeline, needs, loads, results } = batch;
  const loaded = readState(loads, await results);
  const { authorityVersion } = loaded;
  const authority = currentAuthority(pipeline.authorityCache, loaded, authorityVersion, needs.usesCache);
  const merged = mergedParties(loaded);
  for (const party of merged) pipeline.authorityCache.authority.parties.set(party.id, Object.freeze(party));
  if (authority && merged.length === 0) {
    await loadHistory(needs, loaded, authority, (more) => pipeline.run(more));
    if (loaded.authorityVersion === authorityVersion) {
      addAddresses(pipeline.authorityCache.authority, loaded);
      const state = askedState(needs, loaded, authority);
      return { state, time_us: batchTime(loaded), clockOffset_ms: loaded.clock.offset_ms };
    }
  }
  return loadedState(beginBatch(pipeline, commands, [rollback, begin]), commands);
}

/**
 * Runs commands as one transaction. After a deadlock, a serialization failure or a key that another server has
 * committed, the whole batch runs again. If one command's data breaks the batch, each command runs alone, so that
 * only that one fails. `loading` is the batch if its load was sent already; `onCommitSent` is called once its COMMIT
 * has been sent.
 */
export async function runBatch(
  session: Session,
  commands: readonly Command[],
  loading: LoadingBatch | null = null,
  onCommitSent: (pipeline: Pipeline) => void = () => undefined,
): Promise<Settled[]> {
  const isLoaded = loading && (await loading.results.then(() => true).catch(() => false));
  for (let attempt = 1; ; attempt++) {
    try {
      const first = attempt === 1;
      const outcomes = await transact(
        session,
        commands,
        first && isLoaded ? loading : null,
        first ? onCommitSent : ignore,
      );
      return outcomes.map((outcome) => ({ outcome }));
    } catch (error) {
      if (error instanceof StoreLost) {
        return commands.map((command) => ({
          error: outcomeUnknown(error.cause, { hasKey: hasKey(command) }),
        }));
      } else if ((isRetryable(error) || isUniqueViolation(error)) && attempt < attempts) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * attempt));
      } else if (isUnavailable(error)) {
        return commands.map(() => ({ error: unavailable(error) }));
      } else if (commands.length === 1 || error instanceof PurserError) {
        return commands.map(() => ({ error }));
      } else {
        const settled = [];
        for (const command of commands) settled.push(...(await runBatch(session, [command])));
        return settled;
      }
    }
  }
}

const ignore = (): void => undefined;

async function transact(
  session: Session,
  commands: readonly Command[],
  loading: LoadingBatch | null,
  onCommitSent: (pipeline: Pipeline) => void,
): Promise<Outcome[]> {
  const batch = loading ?? beginBatch(await session.get(), commands);
  const { pipeline } = batch;
  let stage: 'load' | 'store' = 'load';
  try {
    const { state, time_us, clockOffset_ms } = await loadedState(batch, commands);
    requireStandby(state.waitsForStandby, session.limits);
    session.seen.clockOffset_ms = clockOffset_ms;
    const changes = noChanges(time_us);
    const outcomes = decide(commands, state, changes);
    stage = 'store';
    const stored = pipeline.run([...storeSteps(changes), commit]);
    onCommitSent(pipeline);
    await stored;
    return outcomes;
  } catch (error) {
    // Any failure discards the session, which ends its transaction. So no code needs to know how far it came.
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
