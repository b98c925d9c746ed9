import type { Round, Sample } from './bench.ts';
import { load, type LoadOptions, type LoadResult, percentile } from './load.ts';
import { print, printCells } from './report/terminal.ts';
import { sampleOfTurns } from './statistics.ts';
import { measureCost } from './usage.ts';
import type { World } from './world/world.ts';

/** A side of a comparison. The sides take turns. */
export type Side = {
  name: string;
  run: () => Promise<Sample>;
  /** The index of the side it is compared with in the progress (default: the first); null for none. */
  beside?: number | null;
};

/** How many rounds, and how many turns a side has in each: its sample of a round is that of all its turns. */
type Rounds = { rounds: number; turns?: number };

/**
 * Runs all sides in turn, round after round: every second turn backwards (A B, B A), so that no side gains by a machine
 * that becomes slower. Ends after `rounds` rounds, or when they are enough. A round with an invalid sample is reported,
 * not counted, and repeated. Throws when the number of invalid rounds reaches `rounds`.
 */
export async function runRounds(
  { rounds, turns = 1 }: Rounds,
  sides: readonly Side[],
  areEnough: (counted: readonly Round[]) => boolean = () => false,
): Promise<Round[]> {
  const counted: Round[] = [];
  let invalid = 0;
  printHead(sides);
  while (counted.length < rounds && !areEnough(counted)) {
    const round = await runRound(sides, turns, counted.length);
    const faults = round.flatMap(({ invalid: why }, index) =>
      why === undefined ? [] : `${sides[index]?.name}: ${why}`,
    );
    printRound(counted.length + 1, round, sides);
    if (faults.length === 0) {
      counted.push(round);
      continue;
    }
    invalid += 1;
    print(`  this round does not count: ${faults.join('; ')}`);
    if (invalid >= rounds) throw new Error(`${invalid} rounds were invalid: ${faults.join('; ')}`);
  }
  return counted;
}

async function runRound(sides: readonly Side[], turns: number, before: number): Promise<Round> {
  const samples = sides.map((): Sample[] => []);
  for (let turn = before; turn < before + turns; turn += 1) {
    const order = [...sides.entries()];
    if (turn % 2 === 1) order.reverse();
    for (const [place, { run }] of order) samples[place]?.push(await run());
  }
  return samples.map(sampleOfTurns);
}

/** Runs a load and returns its sample, with the cost per response. Unexpected responses make the sample invalid. */
export async function sampleLoad(
  world: World,
  options: LoadOptions,
  nextRequest: () => string,
  expected = 201,
): Promise<Sample> {
  const run = (): Promise<LoadResult> => load(world.port, options, nextRequest);
  const responses = ({ statuses }: LoadResult): number => statuses.get(expected) ?? 0;
  const { done, cost } = await measureCost(world, run, responses);
  return { ...sampleOf(done, expected), cost };
}

/** Returns the sample of a load. */
export function sampleOf({ seconds, statuses, latencies_ms }: LoadResult, expected: number): Sample {
  const others = [...statuses].filter(([status]) => status !== expected);
  const sample = {
    perSecond: (statuses.get(expected) ?? 0) / seconds,
    p50_ms: percentile(latencies_ms, 0.5),
    p99_ms: percentile(latencies_ms, 0.99),
  };
  if (others.length === 0) return sample;
  return { ...sample, invalid: others.map(([status, count]) => `${count} × ${status}`).join(', ') };
}

function printHead(sides: readonly Side[]): void {
  const names = sides.flatMap((side, index) => [
    side.name,
    ...(isYardstick(side, index) ? [] : ['ratio', 'p99 ms']),
  ]);
  printCells(['round', ...names]);
}

function printRound(number: number, round: Round, sides: readonly Side[]): void {
  const cells = sides.flatMap((side, index) => {
    const { perSecond = 0, p99_ms } = round[index] ?? {};
    const rate = `${perSecond.toFixed(0)}/s`;
    if (isYardstick(side, index)) return [rate];
    const ratio = perSecond / (round[side.beside ?? 0]?.perSecond ?? 0);
    return [rate, ratio.toFixed(2), p99_ms?.toFixed(1) ?? ''];
  });
  printCells([String(number), ...cells]);
}

function isYardstick({ beside }: Side, index: number): boolean {
  return index === 0 || beside === null;
}
