import type { Round, Sample } from '../bench.ts';
import { load } from '../load.ts';
import { type Options, Usage } from '../options.ts';
import { writeJson } from '../report/results.ts';
import { textTable } from '../report/table.ts';
import { print } from '../report/terminal.ts';
import { runRounds, sampleLoad, type Side } from '../rounds.ts';
import { pairedRatio, processorTime_us, type Ratio } from '../statistics.ts';
import { isLinux } from '../usage.ts';
import { ownRoot } from '../world/server.ts';
import { openWorld, type World } from '../world/world.ts';
import { checkOut, nameOf } from './checkout.ts';
import { type Comparison, comparisons } from './rows.ts';

const leastRounds = 5;
const enough = 0.02;
const unlimited = { PURSER_RATE_PER_SECOND: '1000000', PURSER_RATE_BURST: '10000000' };

const figures: ReadonlyArray<{ name: string; of: (sample: Sample) => number }> = [
  { name: 'Node µs', of: ({ cost }) => cost?.node_us ?? 0 },
  { name: 'PostgreSQL µs', of: ({ cost }) => cost?.postgres_us ?? 0 },
  { name: 'both µs', of: processorTime_us },
  { name: 'per second', of: ({ perSecond }) => perSecond },
];

type OneSide = { name: string; root: URL };

type Measured = { row: Comparison; rounds: Round[]; failure: string | null };

/** Compares this checkout with another commit, row by row, and prints the ratios. Returns the exit code. */
export async function compareWithCommit(commit: string, options: Options): Promise<number> {
  if (!isLinux) throw new Usage('--against reads processor time from /proc, which only Linux has');
  const name = await nameOf(commit);
  print(`checking out and installing ${name}`);
  const other = await checkOut(name);
  const measured: Measured[] = comparisons
    .filter(({ id }) => options.only.size === 0 || options.only.has(id))
    .map((row) => ({ row, rounds: [], failure: null }));
  const sides = [
    { name, root: other },
    { name: 'here', root: ownRoot },
  ];
  // In both orders: whichever side starts first can be a few percent dearer for as long as it runs.
  await measureAll(measured, sides, { ...options, rounds: Math.ceil(options.rounds / 2) });
  await measureAll(measured, sides.toReversed(), { ...options, rounds: Math.floor(options.rounds / 2) });
  const head = ['', 'per response', 'rounds', name, 'here', 'ratio', '95% interval'];
  print(`\n${textTable([head, ...measured.flatMap(({ row, rounds }) => linesOf(row.id, rounds))])}`);
  print('ratio: geometric mean of one ratio per round; interval: Student’s t of their logarithms');
  const failures = measured.flatMap(({ row, failure }) =>
    failure ? `not measured: ${row.id}: ${failure}` : [],
  );
  failures.forEach(print);
  for (const { row, rounds } of measured.filter((one) => !areEnough(one.rounds))) {
    print(`${row.id}: ${rounds.length} rounds did not make the interval of the processor time ±2% wide`);
  }
  const rows = measured.map(({ row, rounds }) => ({ id: row.id, rounds }));
  if (options.json !== null) await writeJson(options.json, { against: name, rows, failures });
  return failures.length === 0 ? 0 : 1;
}

/** Starts both sides in this order, and adds rounds of each row. */
async function measureAll(
  measured: readonly Measured[],
  sides: readonly OneSide[],
  options: Options,
): Promise<void> {
  print('\nstarting both, and creating the parties');
  const settings = { ...unlimited, ...options.settings };
  const opened: Array<OneSide & { world: World }> = [];
  for (const side of sides)
    opened.push({ ...side, world: await openWorld({ ...options, settings, root: side.root }) });
  for (const one of measured) {
    print(`\n${one.row.id}: ${one.row.title}, ${options.clients} clients`);
    try {
      one.rounds.push(...(await measure(one.row, opened, options)));
    } catch (error) {
      one.failure = error instanceof Error ? error.message : String(error);
    }
  }
  for (const { world } of opened) await world.close();
}

/** Returns rounds with the sample of the other commit first, whichever side started first. */
async function measure(
  { prepare, status }: Comparison,
  opened: ReadonlyArray<{ name: string; world: World }>,
  { clients: connections, seconds: turns, rounds, warmUp_s }: Options,
): Promise<Round[]> {
  const sides: Side[] = [];
  for (const { name, world } of opened) {
    const next = await prepare(world);
    await load(world.port, { connections, seconds: warmUp_s }, next);
    const run = (): Promise<Sample> => sampleLoad(world, { connections, seconds: 1 }, next, status);
    sides.push({ name, run });
  }
  const ordered = (done: readonly Round[]): Round[] =>
    done.map((round) => (sides[0]?.name === 'here' ? round.toReversed() : round));
  return ordered(await runRounds({ rounds, turns }, sides, (done) => reportRatio(ordered(done))));
}

/** Whether the ratio of the processor time is known precisely enough. */
export function areEnough(rounds: readonly Round[]): boolean {
  const { low, high } = ratioOf(rounds, processorTime_us);
  return rounds.length >= leastRounds && (high - low) / 2 <= enough;
}

/** Prints the ratio so far, and returns whether it is precise enough. */
function reportRatio(rounds: readonly Round[]): boolean {
  if (rounds.length < 2) return false;
  const ratio = ratioOf(rounds, processorTime_us);
  print(`  Node and PostgreSQL: ${ratio.mean.toFixed(3)}, ${intervalOf(ratio)}`);
  return areEnough(rounds);
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
