import type { Bench, MeasurementResult, Measurement, Round, Row, Sample } from '../bench.ts';
import { anonymousWays, type Way, waysOf } from '../../proof/support/load/hostile.ts';
import { load, percentile } from '../load.ts';
import { paymentRequest } from '../../proof/support/load/requests.ts';
import { runRounds } from '../rounds.ts';
import { spreadOf, withoutYardstick } from '../statistics.ts';
import { type Flood, startFloodThread } from '../world/flood.ts';
import { neighbourRequests, sandboxParties } from '../world/neighbours.ts';
import { openWorld } from '../world/world.ts';

const connections = 16;
const parties = 1_000;
const leadTime_ms = 500;
const unnoticed_ms = 10; // a p99 below it counts as this

/**
 * Measures what other parties notice of one, or of somebody without a key, that sends as much as it can, in each of
 * several ways: their p99 compared with the p99 of the same round without the flood, and how many of their requests are
 * refused.
 */
export const neighbours: Measurement = {
  ids: ['neighbours'],
  async measure(bench: Bench): Promise<MeasurementResult> {
    const world = await openWorld({ ...bench, wallets: parties });
    try {
      const { port } = world;
      const sandbox = await sandboxParties(world);
      const next = await neighbourRequests(world);
      const pay = (): string => paymentRequest(sandbox.main.apiKey, { email: 'payee@bench.purser.test' });
      await load(port, { connections, seconds: bench.warmUp_s / 2 }, pay); // the lists of the hostile party
      await load(port, { connections, seconds: bench.warmUp_s / 2 }, next);
      const others = (): Promise<Sample> => sampleOthers(port, bench.seconds, next);
      const ways = [...waysOf(sandbox), ...anonymousWays()];
      const rounds = await runRounds(bench, [
        { name: 'alone', run: others },
        ...ways.map((way) => ({
          name: way.name,
          run: () => besides({ port, main: sandbox.main, wayName: way.name }, others),
        })),
      ]);
      return { rows: [rowOf(ways, rounds)] };
    } finally {
      await world.close();
    }
  },
};

async function sampleOthers(port: number, seconds: number, next: () => string): Promise<Sample> {
  const { statuses, latencies_ms, seconds: took_s } = await load(port, { connections, seconds }, next);
  const refused = [...statuses].reduce((sum, [status, count]) => (status < 300 ? sum : sum + count), 0);
  return {
    perSecond: (latencies_ms.length - refused) / took_s,
    p50_ms: percentile(latencies_ms, 0.5),
    p99_ms: percentile(latencies_ms, 0.99),
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

/** Returns the row of the worst way, with the figures of all ways as notes. */
function rowOf(ways: readonly Way[], rounds: readonly Round[]): Row {
  const refused = rounds.flat().reduce((sum, sample) => sum + (sample.refused ?? 0), 0);
  const measured = ways.map(({ name }, index) => {
    const ratios = rounds.map(
      ([alone, ...beside]) => (beside[index]?.p99_ms ?? 0) / Math.max(unnoticed_ms, alone?.p99_ms ?? 0),
    );
    return { name, ratios, median: spreadOf(ratios).median };
  });
  const worst = measured.toSorted((a, b) => b.median - a.median)[0];
  const row = withoutYardstick(worst?.ratios ?? [], {
    id: 'neighbours',
    title: 'Other parties’ p99 beside a flood, ÷ without it (at least 10 ms); the worst way',
    asked: { atMost: 3 },
    unit: '×',
    notes: [
      `${measured.map(({ name, median }) => `${name} ${median.toFixed(1)} ×`).join(', ')}.`,
      `Requests of other parties that were refused: ${refused} (0 asked).`,
    ],
    rounds,
  });
  return { ...row, met: row.met && refused === 0 };
}
