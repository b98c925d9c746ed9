import type { Row } from '../support/report.ts';
import type { Findings, Violation } from './hammer.ts';
import type { Build } from './mutant.ts';

/** The outcome of one run of the hammer on a build. */
export type Round = Findings & { seed: number; took_s: number };

/** The outcome of all runs on a build. `error` is set if a run was not possible; the build then fails. */
export type Result = Required<
  Omit<Build, 'patches' | 'servers' | 'profile' | 'kills' | 'standby' | 'tests'>
> & {
  servers: number;
  rounds: readonly Round[];
  error: string | null;
};

const shownLength = 90;

/** Returns the row of a build in the final table. */
export function rowOf(result: Result): Row {
  const { name, caughtBy, bound, rounds, error } = result;
  const asked = caughtBy.length > 0 ? `found in ${bound}` : `nothing in ${bound}`;
  const holds = error === null && rounds.every(({ violation }) => isExpected(violation, result));
  return { promise: `${promisesOf(result)} ${name}`, asked, measured: measuredOf(result), holds };
}

/** Returns the line that is shown as soon as a build is finished. */
export function lineOf(result: Result): string {
  const { holds, promise, asked, measured } = rowOf(result);
  const took_s = result.rounds.reduce((sum, round) => sum + round.took_s, 0);
  const line = `${holds ? 'ok    ' : 'FAILED'} ${promise}: ${asked}: ${measured} (${took_s.toFixed(1)} s)`;
  return result.error === null ? line : `${line}\n${result.error}`;
}

/** Returns the promises by which a build must be caught, as the list and the table show them. */
export function promisesOf({ caughtBy }: Pick<Build, 'caughtBy'>): string {
  return caughtBy.length > 0 ? caughtBy.join(' or ') : 'none';
}

/**
 * Returns whether a mutant was caught by one of its promises, or nothing was found in the build without a fault. A run ends
 * after `bound` operations and those under way by then; what is looked for at its end, such as secrets, is in time.
 */
function isExpected(violation: Violation | null, { caughtBy }: Result): boolean {
  return violation ? caughtBy.includes(violation.promise) : caughtBy.length === 0;
}

function measuredOf(result: Result): string {
  const { caughtBy, rounds, error } = result;
  if (error !== null) return 'could not be tried';
  const found = rounds.map(({ violation }) => violation).filter((violation) => violation !== null);
  const [first] = found;
  if (!first) return 'nothing found';
  const after = found.map(({ afterOperations }) => afterOperations).join(', ');
  const missed = found.length < rounds.length ? `, and ${rounds.length - found.length} times not` : '';
  const wrong = found.find(({ promise }) => !caughtBy.includes(promise));
  if (!wrong || caughtBy.length === 0)
    return `after ${after}${missed}: ${first.promise}, ${short(first.text)}`;
  const instead = `caught by ${wrong.promise} instead of ${promisesOf(result)}`;
  return `${instead} after ${wrong.afterOperations}: ${short(wrong.text)}`;
}

function short(text: string): string {
  const line = text.split('\n')[0] ?? '';
  return line.length > shownLength ? `${line.slice(0, shownLength)}…` : line;
}
