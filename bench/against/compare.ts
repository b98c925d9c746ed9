import type { Round, Sample } from '../bench.ts';
import { load } from '../load.ts';
import { Usage } from '../options.ts';
import type { Options } from '../options.ts';
import { writeJson } from '../report/results.ts';
import { textTable } from '../report/table.ts';
import { print } from '../report/terminal.ts';
import { runRounds, sampleLoad } from '../rounds.ts';
import { pairedRatio } from '../statistics.ts';
import type { Ratio } from '../statistics.ts';
import { isLinux } from '../usage.ts';
import { ownRoot } from '../world/server.ts';
import { openWorld } from '../world/world.ts';
import type { World } from '../world/world.ts';
import { checkOut, nameOf } from './checkout.ts';
import { comparisons } from './rows.ts';
import type { Comparison } from './rows.ts';

const leastRounds = 5;
const enough = 0.02;
const unlimited = { PURSER_RATE_PER_SECOND: '1000000', PURSER_RATE_BURST: '10000000' };

const figures: ReadonlyArray<{ name: string; of: (sample: Sample) => number }> = [
  { name: 'Node µs', of: ({ cost }) => cost?.node_us ?? 0 },
  { name: 'PostgreSQL µs', of: ({ cost }) => cost?.postgres_us ?? 0 },
  { name: 'both µs', of: processorTime },
  { name: 'per second', of: ({ perSecond }) => perSecond },
];

/** Compares this checkout with another commit, row by row, and prints the ratios. Returns the exit code. */
export async function compareWithCommit(commit: string, options: Options): Promise<number> {
  if (!isLinux) throw new Usage('--against reads processor time from /proc, which only Linux has');
  const name = await nameOf(commit);
  print(`checking out and installing ${name}`);
  const other = await checkOut(name);
  print('starting both, and creating the parties');
  const settings = { ...unlimited, ...options.settings };
  const worlds: World[] = [];
  for (const root of [other, ownRoot]) worlds.push(await openWorld({ ...options, settings, root }));
  const measured: Array<{ id: string; rounds: Round[] }> = [];
  const failures: string[] = [];
  for (const row of comparisons.filter(({ id }) => options.only.size === 0 || options.only.has(id))) {
    print(`\n${row.id}: ${row.title}, ${options.clients} clients`);
    try {
      measured.push({ id: row.id, rounds: await measure(row, worlds, [name, 'here'], options) });
    } catch (error) {
      failures.push(`not measured: ${row.id}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const head = ['', 'per response', 'rounds', name, 'here', 'ratio', '95% interval'];
  print(`\n${textTable([head, ...measured.flatMap(({ id, rounds }) => linesOf(id, rounds))])}`);
  print('ratio: geometric mean of one ratio per round; interval: Student’s t of their logarithms');
  failures.forEach(print);
  for (const { id, rounds } of measured.filter((row) => !areEnough(row.rounds))) {
    print(`${id}: ${rounds.length} rounds did not make the interval of the processor time ±2% wide`);
  }
  if (options.json !== null) await writeJson(options.json, { against: name, rows: measured, failures });
  return failures.length === 0 ? 0 : 1;
}

async function measure(
  { prepare, status }: Comparison,
  worlds: readonly World[],
  names: readonly string[],
  { clients: connections, seconds: turns, rounds, warmUp_s }: Options,
): Promise<Round[]> {
  const sides = [];
  for (const [index, world] of worlds.entries()) {
    const next = await prepare(world);
    await load(world.port, { connections, seconds: warmUp_s }, next);
    const run = (): Promise<Sample> => sampleLoad(world, { connections, seconds: 1 }, next, status);
    sides.push({ name: names[index] ?? '', run });
  }
  return runRounds({ rounds, turns }, sides, reportRatio);
}

/** Whether the ratio of the processor time is known precisely enough. */
export function areEnough(rounds: readonly Round[]): boolean {
  const { low, high } = ratioOf(rounds, processorTime);
  return rounds.length >= leastRounds && (high - low) / 2 <= enough;
}

/** Prints the ratio so far, and returns whether it is precise enough. */
function reportRatio(rounds: readonly Round[]): boolean {
  if (rounds.length < 2) return false;
  const ratio = ratioOf(rounds, processorTime);
  print(`  Node and PostgreSQL: ${ratio.mean.toFixed(3)}, ${intervalOf(ratio)}`);
  return areEnough(rounds);
}

function processorTime({ cost }: Sample): number {
  return (cost?.node_us ?? 0) + (cost?.postgres_us ?? 0);
}

function ratioOf(rounds: readonly Round[], of: (sample: Sample) => number): Ratio {
  return pairedRatio(rounds.map(([other, here]) => [other ? of(other) : 0, here ? of(here) : 0]));
}

function linesOf(id: string, rounds: readonly Round[]): string[][] {
  return figures.map(({ name, of }) => {
    const ratio = ratioOf(rounds, of);
    const [base, work] = [ratio.base.toFixed(0), ratio.work.toFixed(0)];
    return [id, name, String(rounds.length), base, work, ratio.mean.toFixed(3), intervalOf(ratio)];
  });
}

function intervalOf({ low, high }: Ratio): string {
  return `${low.toFixed(3)} – ${high.toFixed(3)}`;
}
