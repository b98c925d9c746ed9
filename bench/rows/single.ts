import type { Bench, MeasurementResult, Measurement } from '../bench.ts';
import { load } from '../load.ts';
import { paymentsBetween } from '../requests.ts';
import { runRounds, sampleLoad } from '../rounds.ts';
import { compare } from '../statistics.ts';
import { openWorld } from '../world/world.ts';
import { prepareTpcb, tpcb } from '../yardstick.ts';

/** Measures the latency of payments on one connection. */
export const singlePayment: Measurement = {
  ids: ['single'],
  async measure(bench: Bench): Promise<MeasurementResult> {
    const { pgbench, seconds } = bench;
    const world = await openWorld(bench);
    try {
      await prepareTpcb(pgbench, world.connection);
      const pay = paymentsBetween(world.payers);
      await load(world.port, { connections: 16, seconds: bench.warmUp_s }, pay);
      const rounds = await runRounds(bench, [
        {
          name: 'TPC-B, 1 client',
          run: async () => ({ perSecond: (await tpcb(pgbench, world.connection, 1, seconds)).rate }),
        },
        { name: 'payments', run: () => sampleLoad(world, { connections: 1, seconds }, pay) },
      ]);
      const [id, title] = ['single', 'POST /payments, one connection'];
      const asked = { p50_ms: 1.5 };
      return { rows: [compare(rounds, 0, 1, { id, title, asked, yardstick: 'TPC-B, 1 client' })] };
    } finally {
      await world.close();
    }
  },
};
