import type { Bench, Curve, MeasurementResult, Measurement, Round } from '../bench.ts';
import { load } from '../load.ts';
import { print, showProgress } from '../report/terminal.ts';
import { paymentsBetween } from '../requests.ts';
import { runRounds, sampleLoad } from '../rounds.ts';
import { compare, pointOf } from '../statistics.ts';
import { type Fill, openFill } from '../world/fill.ts';
import { openWorld, type World } from '../world/world.ts';

const connections = 64;
const baseline = 10_000;
const levels = [baseline, 100_000, 1_000_000, 5_000_000];

/** Measures payments per second with many existing payments, against a server with few in the same minutes. */
export const growth: Measurement = {
  ids: ['growth'],
  async measure(bench: Bench): Promise<MeasurementResult> {
    if (bench.growth === 0) return { rows: [] };
    const measured: Array<{ level: number; rounds: Round[] }> = [];
    const old = await openWorld(bench);
    try {
      const fill = await openFill(old, 'any two');
      for (const level of levelsUpTo(bench.growth)) {
        await fillTo(old, fill, level);
        measured.push({ level, rounds: await compareWithBaseline(bench, old, level) });
      }
    } finally {
      await old.close();
    }
    const last = measured.at(-1);
    if (!last) return { rows: [] };
    const row = compare(last.rounds, 0, 1, {
      id: 'growth',
      title: `POST /payments after ${last.level.toLocaleString('en')} payments`,
      asked: { ratio: 0.8 },
      yardstick: `after ${baseline.toLocaleString('en')}`,
    });
    return { rows: [row], curves: { growth: curvesOf(measured) } };
  },
};

function levelsUpTo(most: number): number[] {
  return [...levels.filter((level) => level < most), most];
}

/** Fills the database up to this number of payments. */
async function fillTo({ client }: World, fill: Fill, level: number): Promise<void> {
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM payments');
  const missing = Math.max(0, level - (rows[0]?.count ?? 0));
  await fill(missing, (done) => showProgress('payments inserted', done, missing));
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
}

/** Compares with a new server, so that the yardstick has few payments at every level. */
async function compareWithBaseline(bench: Bench, old: World, level: number): Promise<Round[]> {
  const fresh = await openWorld(bench);
  try {
    await fillTo(fresh, await openFill(fresh, 'any two'), baseline);
    const side = (name: string, world: World) => {
      const pay = paymentsBetween(world.payers);
      const warmUp = { connections, seconds: bench.warmUp_s };
      return {
        name,
        warmUp: () => load(world.port, warmUp, pay),
        run: () => sampleLoad(world, { connections, seconds: bench.seconds }, pay),
      };
    };
    const sides = [side('after 10 000', fresh), side(`after ${level.toLocaleString('en')}`, old)];
    print(`  ${level.toLocaleString('en')} payments`);
    for (const { warmUp } of sides) await warmUp();
    return await runRounds(bench, sides);
  } finally {
    await fresh.close();
  }
}

function curvesOf(measured: ReadonlyArray<{ level: number; rounds: readonly Round[] }>): Curve[] {
  return ['a server with 10,000, in the same minutes', 'POST /payments, 64 connections']
    .map((name, side) => ({
      name,
      points: measured.map(({ level, rounds }) =>
        pointOf(
          level,
          rounds.flatMap((round) => round[side]?.perSecond ?? []),
        ),
      ),
    }))
    .toReversed();
}
