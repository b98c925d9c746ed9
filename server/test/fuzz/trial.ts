import { digestOf } from './digest.ts';
import { bytesOf, type Draft } from './draft.ts';
import { brokenPromises, type Trial } from './judge.ts';
import { sendDraft, inTurns } from './runs.ts';
import type { Outcome } from './wire.ts';
import { settle, type World } from './world.ts';

export type Findings = {
  outcomes: ReadonlyArray<{ trial: Trial; outcome: Outcome }>;
  /** The broken promises, each with its request. */
  broken: readonly string[];
  /** The tables that have changed. */
  changed: readonly string[];
};

/** Sends all requests, and compares the database before and after. */
export async function tryAll(world: World, trials: readonly Trial[]): Promise<Findings> {
  if (trials.length === 0) return { outcomes: [], broken: [], changed: [] };
  const now_ms = await settle(world);
  const before = await digestOf(world);
  const found = await judgeAll(world, trials, now_ms);
  const after = await digestOf(world);
  return { ...found, changed: Object.keys(after).filter((name) => after[name] !== before[name]) };
}

/** Sends all requests. */
export async function judgeAll(
  world: World,
  trials: readonly Trial[],
  now_ms = Date.now(),
): Promise<Omit<Findings, 'changed'>> {
  const outcomes: Array<{ trial: Trial; outcome: Outcome }> = [];
  const broken: string[] = [];
  await inTurns(trials, async (trial) => {
    const outcome = await sendDraft(world.baseUrl, trial.draft);
    outcomes.push({ trial, outcome });
    const reasons = brokenPromises(world.document, trial, outcome, now_ms);
    broken.push(...reasons.map((reason) => `${reason}: ${requestText(trial.draft)}`));
  });
  return { outcomes, broken };
}

/** Returns whether the request was refused. */
export const isRefused = (outcome: Outcome): boolean => typeof outcome !== 'string' && outcome.status >= 400;

const requestText = (draft: Draft): string =>
  bytesOf(draft)
    .toString('utf8')
    .replace(/Bearer \S+/, 'Bearer …')
    .slice(0, 1_500);
