import type { Row } from '../support/report.ts';
import type { Findings, Violation } from './hammer.ts';
import type { Mutant } from './mutant.ts';

/** What one run of the hammer on a build came to. */
export type Round = Findings & { seed: number; took_s: number };

/** What came of a build. `error` where it could not be tried: that is not the same as found. */
export type Result = Pick<Mutant, 'name' | 'fault' | 'promise' | 'bound'> & {
  servers: number;
  isBroken: boolean;
  rounds: readonly Round[];
  error: string | null;
};

const shownLength = 90;

/** A build in the final table. */
export function rowOf(result: Result): Row {
  const { name, promise, bound, isBroken, rounds, error } = result;
  const asked = isBroken ? `found in ${bound}` : `nothing in ${bound}`;
  const holds = error === null && rounds.every(({ violation }) => (violation !== null) === isBroken);
  return { promise: `${promise} ${name}`, asked, measured: measuredOf(result), holds };
}

/** A build as soon as it was tried. */
export function lineOf(result: Result): string {
  const { holds, promise, asked, measured } = rowOf(result);
  const took_s = result.rounds.reduce((sum, round) => sum + round.took_s, 0);
  const line = `${holds ? 'ok    ' : 'FAILED'} ${promise}: ${asked}: ${measured} (${took_s.toFixed(1)} s)`;
  return result.error === null ? line : `${line}\n${result.error}`;
}

function measuredOf({ rounds, error }: Result): string {
  if (error !== null) return 'could not be tried';
  const found = rounds.map(({ violation }) => violation).filter((violation) => violation !== null);
  const [first] = found;
  if (!first) return 'nothing found';
  const missed = found.length < rounds.length ? `, and ${rounds.length - found.length} times not` : '';
  return `after ${found.map((each) => each.afterOperations).join(', ')}${missed}: ${short(first)}`;
}

function short({ promise, text }: Violation): string {
  const line = `${promise}, ${text.split('\n')[0] ?? ''}`;
  return line.length > shownLength ? `${line.slice(0, shownLength)}…` : line;
}
