import type { Bench, Curve, MeasurementResult, Measurement, Round, Sample } from '../bench.ts';
import { load } from '../load.ts';
import { print } from '../report/terminal.ts';
import { paymentsBetween } from '../requests.ts';
import { runRounds, sampleLoad } from '../rounds.ts';
import { pointOf } from '../statistics.ts';
import { openWorld } from '../world/world.ts';
import { prepareTpcb, tpcb } from '../yardstick.ts';

const steps = [1, 4, 16, 64, 256];
const sessions = 300; // PostgreSQL's default is 100; the yardstick of the last step needs 256

type Measured = { connections: number; rounds: Round[] };

/** Measures throughput and latency by the number of connections, against TPC-B with the same number of clients. */
export const curves: Measurement = {
  ids: ['curves'],
  async measure(bench: Bench): Promise<MeasurementResult> {
    const world = await openWorld({ ...bench, sessions });
    const seconds = Math.max(1, Math.round((bench.seconds * 2) / 3));
    try {
      await prepareTpcb(bench.pgbench, world.connection);
      const pay = paymentsBetween(world.payers);
      await load(world.port, { connections: 64, seconds: bench.warmUp_s }, pay);
      const measured: Measured[] = [];
      for (const connections of steps) {
        print(`  ${connections} connections`);
        const rounds = await runRounds(bench, [
          {
            name: 'TPC-B',
            run: async () => ({
              perSecond: (await tpcb(bench.pgbench, world.connection, connections, seconds)).rate,
            }),
          },
          { name: 'payments', run: () => sampleLoad(world, { connections, seconds }, pay) },
        ]);
        measured.push({ connections, rounds });
      }
      return {
        rows: [],
        curves: {
          throughput: [
            curveOf(measured, 'POST /payments', 1, ({ perSecond }) => perSecond),
            curveOf(measured, 'TPC-B, same number of clients', 0, ({ perSecond }) => perSecond),
          ],
          latency: [
            curveOf(measured, 'p99', 1, ({ p99_ms = 0 }) => p99_ms),
            curveOf(measured, 'p50', 1, ({ p50_ms = 0 }) => p50_ms),
          ],
        },
      };
    } finally {
      await world.close();
    }
  },
};

/** Returns the curve of one figure of one side over the number of connections. */
function curveOf(
  measured: readonly Measured[],
  name: string,
  side: number,
  of: (sample: Sample) => number,
): Curve {
  const points = measured.map(({ connections: x, rounds }) =>
    pointOf(x, rounds.flatMap((round) => round[side] ?? []).map(of)),
  );
  return { name, points };
}
