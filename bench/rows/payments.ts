import type { Bench, MeasurementResult, Measurement } from '../bench.ts';
import { load } from '../load.ts';
import { paymentsBetween } from '../requests.ts';
import { runRounds, sampleLoad } from '../rounds.ts';
import { compare } from '../statistics.ts';
import { openWorld } from '../world/world.ts';
import { prepareTpcb, tpcb } from '../yardstick.ts';

const clients = 64;
const asked = {
  payments64: { connections: 64, ratio: 2.8, p99_ms: 20 },
  payments256: { connections: 256, ratio: 3, p99_ms: 80 },
};

/** Measures payments per second against TPC-B, which is what one transaction per payment would cost. */
export const payments: Measurement[] = Object.entries(asked).map(([id, { connections, ...bounds }]) => ({
  ids: [id],
  async measure(bench: Bench): Promise<MeasurementResult> {
    const { pgbench, seconds } = bench;
    const world = await openWorld(bench);
    try {
      await prepareTpcb(pgbench, world.connection);
      const pay = paymentsBetween(world.payers);
      await load(world.port, { connections, seconds: bench.warmUp_s }, pay);
      const rounds = await runRounds(bench, [
        {
          name: 'TPC-B',
          run: async () => ({ perSecond: (await tpcb(pgbench, world.connection, clients, seconds)).rate }),
        },
        { name: 'payments', run: () => sampleLoad(world, { connections, seconds }, pay) },
      ]);
      const title = `POST /payments, ${connections} connections`;
      return { rows: [compare(rounds, 0, 1, { id, title, asked: bounds, yardstick: 'TPC-B' })] };
    } finally {
      await world.close();
    }
  },
}));
