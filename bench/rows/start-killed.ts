import type { Bench, MeasurementResult, Measurement } from '../bench.ts';
import { load } from '../load.ts';
import { printCells } from '../report/terminal.ts';
import { paymentsBetween } from '../requests.ts';
import { withoutYardstick } from '../statistics.ts';
import { openWorld } from '../world/world.ts';
import { type Server, startServer } from '../world/server.ts';

const connections = 64;

/**
 * Measures the time until a server is ready after it and its database were killed, under load long enough to fill the
 * write-ahead log that recovery has to replay.
 */
export const startKilled: Measurement = {
  ids: ['startKilled'],
  async measure(bench: Bench): Promise<MeasurementResult> {
    const took_s: number[] = [];
    const world = await openWorld(bench);
    try {
      let server: Server = world;
      const pay = paymentsBetween(world.payers);
      printCells(['round', 'payments', 'ready after']);
      for (let round = 1; round <= bench.rounds; round++) {
        const { statuses } = await load(server.port, { connections, seconds: bench.loadBeforeKill_s }, pay);
        for (const pid of [server.pid, server.postmaster]) process.kill(pid, 'SIGKILL');
        server = await startServer(world.dataDir, bench.settings);
        took_s.push(server.readyAfter_ms / 1000);
        printCells([String(round), String(statuses.get(201) ?? 0), `${took_s.at(-1)?.toFixed(2)} s`]);
      }
      await server.stop();
    } finally {
      await world.close();
    }
    const title = `Start after kill -9 of server and database under load for ${bench.loadBeforeKill_s} s, until ready`;
    return {
      rows: [withoutYardstick(took_s, { id: 'startKilled', title, unit: 's', asked: { atMost: 5 } })],
    };
  },
};
