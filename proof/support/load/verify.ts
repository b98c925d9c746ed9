import { setTimeout as pause } from 'node:timers/promises';
import { type HttpClient, openHttpClient } from '../http.ts';
import type { Database } from '../program.ts';
import { withSession } from '../books.ts';
import { type Attempt, isOpen, send, type Verdict } from './attempt.ts';
import { readDatabaseState, wasExecuted, isStored } from './database-state.ts';
import type { Target } from './client.ts';

/** Differences between all writes ever sent and the database. Each count must be 0. */
export type DatabaseCounts = {
  /** Acknowledged, but not stored. */
  lost: number;
  /** Stored more than once. */
  duplicated: number;
  /** Refused, but executed. */
  executedDespiteRefusal: number;
  /** Stored, but never requested. */
  unrequested: number;
};

/** The outcomes of writes after all retries. */
export type RetryCounts = {
  /** Acknowledged, by the first request or by a retry. */
  acknowledged: number;
  /** Acknowledged by a retry after the fault. */
  retried: number;
  /** Refused for a reason that has nothing to do with faults. */
  refused: number;
  /** A retry got another response than the acknowledged one. Must be 0. */
  changed: number;
  /** The response stated that nothing was done, but the write was executed. Must be 0. */
  contradicted: number;
  /** Still unresolved when the retries ran out of time. Must be 0. */
  stuck: number;
  /** Responses to retries that nothing excuses. */
  wrong: string[];
};

const concurrency = 16;
const retryFor_ms = 10_000;
const timeout_ms = 10_000;
const retryDelay_ms = 50;

/**
 * Retries every write under its key: open writes until their outcome is known, then each successful write once more.
 */
export async function retryAll(
  target: Target,
  database: Database,
  attempts: readonly Attempt[],
): Promise<RetryCounts> {
  const http = openHttpClient(target);
  const open = attempts.filter(isOpen);
  const state = await withSession(database, (session) => readDatabaseState(session, open));
  const contradicted = open.filter((each) => !each.mayHaveExecuted && wasExecuted(each, state)).length;
  const wrong: string[] = [];
  let stuck = 0;
  let changed = 0;
  await each(open, async (attempt) => {
    const { kind, text } = await retryUntilFinal(http, attempt);
    if (kind === 'wrong') wrong.push(text);
    if (kind === 'retry' || kind === 'broken') stuck += 1;
  });
  const acknowledged = attempts.filter(({ response }) => response !== null);
  await each(acknowledged, async (attempt) => {
    if (!(await isReplayed(http, attempt))) changed += 1;
  });
  http.close();
  return {
    acknowledged: acknowledged.length,
    retried: open.filter(({ response }) => response !== null).length,
    refused: attempts.filter(({ refusal }) => refusal !== null).length,
    changed,
    contradicted,
    stuck,
    wrong,
  };
}

/** Compares all writes ever sent with the database. */
export async function compareWithDatabase(
  database: Database,
  attempts: readonly Attempt[],
): Promise<DatabaseCounts> {
  const state = await withSession(database, (session) => readDatabaseState(session, attempts));
  const created = [...state.created.values()];
  const count = (passes: (attempt: Attempt) => boolean): number => attempts.filter(passes).length;
  return {
    lost: count((attempt) => attempt.response !== null && !isStored(attempt, state)),
    duplicated: created.filter(({ length }) => length > 1).length,
    executedDespiteRefusal: count((attempt) => attempt.refusal !== null && wasExecuted(attempt, state)),
    unrequested: state.total - created.flat().length,
  };
}

/** Retries until the outcome is final, for ten seconds at most. */
async function retryUntilFinal(http: HttpClient, attempt: Attempt): Promise<Verdict> {
  const deadline_ms = Date.now() + retryFor_ms;
  for (;;) {
    const { verdict } = await send(http, attempt, timeout_ms);
    const isFinal = verdict.kind !== 'retry' && verdict.kind !== 'broken';
    if (isFinal || Date.now() > deadline_ms) return verdict;
    await pause(retryDelay_ms);
  }
}

/** Whether one more retry returns the same status and body. */
async function isReplayed(http: HttpClient, attempt: Attempt): Promise<boolean> {
  const again: Attempt = { ...attempt, response: null };
  await retryUntilFinal(http, again);
  return (
    again.response?.status === attempt.response?.status && again.response?.text === attempt.response?.text
  );
}

async function each(attempts: readonly Attempt[], work: (attempt: Attempt) => Promise<void>): Promise<void> {
  const remaining = attempts.values();
  const worker = async (): Promise<void> => {
    for (const attempt of remaining) await work(attempt);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
