import { setTimeout as pause } from 'node:timers/promises';
import { openHttp } from '../http.ts';
import type { Http } from '../http.ts';
import type { Database } from '../program.ts';
import { withSession } from '../books.ts';
import { isOpen, send } from './attempt.ts';
import type { Attempt, Verdict } from './attempt.ts';
import { findEffects, isDoneAllTheSame, isThere } from './effects.ts';
import type { Target } from './client.ts';

/** What the database says of writes, all there ever were; has to be 0. */
export type Look = {
  /** Acknowledged, and not there. */
  lost: number;
  /** Made more than once. */
  doubled: number;
  /** Refused, and done all the same. */
  denied: number;
  /** Made, and nobody asked for it. */
  strange: number;
};

/** What became of writes. */
export type Settlement = {
  /** By an answer to the first request or to a retry. */
  acknowledged: number;
  /** Acknowledged by a retry after the fault. */
  retried: number;
  /** Refused for a reason that has nothing to do with faults. */
  refused: number;
  /** A retry got another answer than the one before it. Has to be 0. */
  changed: number;
  /** Put off with the words that nothing was done, and done all the same. Has to be 0. */
  contradicted: number;
  /** Retries were put off again and again. Has to be 0. */
  stuck: number;
  /** Retries that were answered in a way that nothing excuses. */
  wrong: string[];
};

const atOnce = 16;
const patience_ms = 10_000;
const timeout_ms = 10_000;
const tired_ms = 50;

/** Asks for everything again under its key: for what is open until it is clear, then once more for each success. */
export async function settle(
  target: Target,
  database: Database,
  attempts: readonly Attempt[],
): Promise<Settlement> {
  const http = openHttp(target);
  const open = attempts.filter(isOpen);
  const effects = await withSession(database, (session) => findEffects(session, open));
  const contradicted = open.filter((each) => !each.mayBeDone && isDoneAllTheSame(each, effects)).length;
  const wrong: string[] = [];
  let stuck = 0;
  let changed = 0;
  await each(open, async (attempt) => {
    const { kind, text } = await finish(http, attempt);
    if (kind === 'wrong') wrong.push(text);
    if (kind === 'later' || kind === 'broken') stuck += 1;
  });
  const answered = attempts.filter(({ answer }) => answer !== null);
  await each(answered, async (attempt) => {
    if (!(await isRepeated(http, attempt))) changed += 1;
  });
  http.close();
  return {
    acknowledged: answered.length,
    retried: open.filter(({ answer }) => answer !== null).length,
    refused: attempts.filter(({ refusal }) => refusal !== null).length,
    changed,
    contradicted,
    stuck,
    wrong,
  };
}

/** Looks for all writes there ever were in the database itself. */
export async function look(database: Database, attempts: readonly Attempt[]): Promise<Look> {
  const effects = await withSession(database, (session) => findEffects(session, attempts));
  const made = [...effects.made.values()];
  const count = (passes: (attempt: Attempt) => boolean): number => attempts.filter(passes).length;
  return {
    lost: count((attempt) => attempt.answer !== null && !isThere(attempt, effects)),
    doubled: made.filter(({ length }) => length > 1).length,
    denied: count((attempt) => attempt.refusal !== null && isDoneAllTheSame(attempt, effects)),
    strange: effects.total - made.flat().length,
  };
}

/** Retries until the answer is final, or for ten seconds. */
async function finish(http: Http, attempt: Attempt): Promise<Verdict> {
  const deadline_ms = Date.now() + patience_ms;
  for (;;) {
    const { verdict } = await send(http, attempt, timeout_ms);
    const isFinal = verdict.kind !== 'later' && verdict.kind !== 'broken';
    if (isFinal || Date.now() > deadline_ms) return verdict;
    await pause(tired_ms);
  }
}

/** Whether one more retry gets the same status and body. */
async function isRepeated(http: Http, attempt: Attempt): Promise<boolean> {
  const again: Attempt = { ...attempt, answer: null };
  await finish(http, again);
  return again.answer?.status === attempt.answer?.status && again.answer?.text === attempt.answer?.text;
}

async function each(attempts: readonly Attempt[], work: (attempt: Attempt) => Promise<void>): Promise<void> {
  const waiting = attempts.values();
  const worker = async (): Promise<void> => {
    for (const attempt of waiting) await work(attempt);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
