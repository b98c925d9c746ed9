import { afterAll, beforeAll, beforeEach } from 'vitest';
import { bytesOf, type Draft } from './draft.ts';
import { exchange, type Outcome } from './wire.ts';

const { PURSER_FUZZ_RUNS: runsText, PURSER_FUZZ_SEED: seedText } = process.env;

/** Set by `npm run fuzz`: all values are tried, and responses must meet their time limit. */
export const isLong = runsText !== undefined;

/** The number of runs of each random test. */
export const runs = Number(runsText ?? 10);

/**
 * The same seed produces the same requests, except for ids and keys. `npm test` has always the same, so that what it finds
 * comes from the change that it tests; `npm run fuzz` draws one.
 */
export const seed = Number(seedText ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 1));

/** Only a long run enforces the promised time; other runs do not depend on the machine's speed. */
export const timeout_ms = isLong ? 3_000 : 30_000;

/** The time limit of one test. */
export const testTimeout_ms = isLong ? 3_600_000 : 180_000;

/** Runs a function for each item, a few at a time. */
export async function inTurns<T>(
  all: readonly T[],
  run: (each: T) => Promise<void>,
  lanes = 8,
): Promise<void> {
  const left = [...all].toReversed();
  const lane = async (): Promise<void> => {
    for (let each = left.pop(); each !== undefined; each = left.pop()) await run(each);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

const tally = { requests: 0, refusals: 0, slowest_ms: 0 };

/** Sends a request and counts its outcome. */
export const sendDraft = async (baseUrl: string, draft: Draft): Promise<Outcome> =>
  count(await exchange(baseUrl, { bytes: bytesOf(draft), timeout_ms }));

/** Adds an outcome to the tally. */
export function count(outcome: Outcome): Outcome {
  tally.requests += 1;
  if (typeof outcome === 'string') return outcome;
  tally.slowest_ms = Math.max(tally.slowest_ms, outcome.took_ms);
  if (outcome.status >= 400) tally.refusals += 1;
  return outcome;
}

/**
 * Prints how to reproduce the run, before a long run and after every failure, and the figures after a long
 * run. Call it once per test file.
 */
export function reportOn(what: string): void {
  const again = `${what}: seed ${seed}, repeat with PURSER_FUZZ_SEED=${seed} npm run fuzz`;
  if (isLong) beforeAll(() => console.log(again));
  beforeEach(({ onTestFailed }) => onTestFailed(() => console.log(again)));
  afterAll(() => {
    if (!isLong) return;
    const { requests, refusals, slowest_ms } = tally;
    const figures = `${requests} requests, ${refusals} refused, slowest response ${Math.round(slowest_ms)} ms`;
    console.log(`G8 | ${what.padEnd(38)} | asked: always 4xx, nothing changed, 3 s | ${figures}`);
  });
}
