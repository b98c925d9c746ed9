import type { Bench, MeasurementResult, Measurement, Round, Row, Sample } from '../bench.ts';
import { anonymousWays, type Way, waysOf } from '../../proof/support/load/hostile.ts';
import { load, percentile } from '../load.ts';
import { paymentRequest } from '../../proof/support/load/requests.ts';
import { runRounds } from '../rounds.ts';
import { spreadOf, withoutYardstick } from '../statistics.ts';
import { type Flood, startFloodThread } from '../world/flood.ts';
import { type Kinds, makeLargeAgents, neighbourRequests, sandboxParties } from '../world/neighbours.ts';
import { openWorld } from '../world/world.ts';

const connections = 16; // of each kind of request a quarter
const parties = 1_000;
const leadTime_ms = 500;
const unnoticed_ms = 10; // a p99 below it counts as this

/**
 * Measures what other parties notice of one, or of somebody without a key, that sends as much as it can, in each of
 * several ways, with the default rate limits: their p99 by kind of request, compared with the p99 of the same kind and
 * round without the flood, and how many of their requests are refused.
 */
export const neighbours: Measurement = {
  ids: ['neighbours'],
  async measure(bench: Bench): Promise<MeasurementResult> {
    const world = await openWorld({ ...bench, wallets: parties });
    try {
      const { port } = world;
      const sandbox = await sandboxParties(world);
      const kinds = await neighbourRequests(world);
      await makeLargeAgents(world, sandbox.main);
      const pay = (): string => paymentRequest(sandbox.main.apiKey, { email: 'payee@bench.purser.test' });
      await load(port, { connections, seconds: bench.warmUp_s / 2 }, pay); // the lists of the hostile party
      await sampleOthers(port, bench.warmUp_s / 2, kinds);
      const others = (): Promise<Sample> => sampleOthers(port, bench.seconds, kinds);
      const ways = [...waysOf(sandbox), ...anonymousWays()];
      const rounds = await runRounds(bench, [
        { name: 'alone', run: others },
        ...ways.map((way) => ({
          name: way.name,
          run: () => besides({ port, main: sandbox.main, wayName: way.name }, others),
        })),
      ]);
      return { rows: [rowOf(ways, Object.keys(kinds), rounds)] };
    } finally {
      await world.close();
    }
  },
};

/** Sends all kinds of requests at once, each on connections of its own. */
async function sampleOthers(port: number, seconds: number, kinds: Kinds): Promise<Sample> {
  const share = { connections: connections / Object.keys(kinds).length, seconds };
  const loads = await Promise.all(
    Object.entries(kinds).map(async ([kind, next]) => ({ kind, of: await load(port, share, next) })),
  );
  const refused = loads
    .flatMap(({ of }) => [...of.statuses])
    .reduce((sum, [status, count]) => (status < 300 ? sum : sum + count), 0);
  const latencies_ms = loads.flatMap(({ of }) => of.latencies_ms);
  return {
    perSecond: (latencies_ms.length - refused) / Math.max(...loads.map(({ of }) => of.seconds)),
    p50_ms: percentile(latencies_ms, 0.5),
    p99_ms: percentile(latencies_ms, 0.99),
    p99ByKind_ms: Object.fromEntries(loads.map(({ kind, of }) => [kind, percentile(of.latencies_ms, 0.99)])),
    refused,
  };
}

async function besides(flood: Flood, others: () => Promise<Sample>): Promise<Sample> {
  const stop = await startFloodThread(flood);
  await new Promise((resolve) => setTimeout(resolve, leadTime_ms));
  try {
    return await others();
  } finally {
    await stop();
    await new Promise((resolve) => setTimeout(resolve, leadTime_ms)); // what is under way ends
  }
}

type Measured = { kind: string; ratios: number[]; median: number };

/** Returns the row of the worst way and kind, with the figures of all as notes. */
function rowOf(ways: readonly Way[], kinds: readonly string[], rounds: readonly Round[]): Row {
  const refused = rounds.flat().reduce((sum, sample) => sum + (sample.refused ?? 0), 0);
  const byWay = ways.map(({ name }, index) => ({
    name,
    kinds: kinds.map((kind): Measured => {
      const ratios = rounds.map(
        ([alone, ...beside]) => p99Of(beside[index], kind) / Math.max(unnoticed_ms, p99Of(alone, kind)),
      );
      return { kind, ratios, median: spreadOf(ratios).median };
    }),
  }));
  const worst = byWay.flatMap((way) => way.kinds).toSorted((a, b) => b.median - a.median)[0];
  const alone = kinds.map((kind) => {
    const { median } = spreadOf(rounds.map(([sample]) => p99Of(sample, kind)));
    return `${kind} ${median.toFixed(1)} ms`;
  });
  const row = withoutYardstick(worst?.ratios ?? [], {
    id: 'neighbours',
    title:
      'Other parties’ p99 beside a flood, ÷ without it (at least 10 ms); the worst way and kind of request',
    asked: { atMost: 3 },
    unit: '×',
    notes: [
      `Alone: ${alone.join(', ')}.`,
      ...byWay.map(
        (way) =>
          `Beside ${way.name}: ${way.kinds.map(({ kind, median }) => `${kind} ${median.toFixed(1)} ×`).join(', ')}.`,
      ),
      `Requests of other parties that were refused: ${refused} (0 asked).`,
    ],
    rounds,
  });
  return { ...row, met: row.met && refused === 0 };
}

function p99Of(sample: Sample | undefined, kind: string): number {
  return sample?.p99ByKind_ms?.[kind] ?? 0;
}
