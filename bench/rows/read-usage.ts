import { getRequest } from '../../proof/support/load/requests.ts';
import type { Bench, Measurement, MeasurementResult } from '../bench.ts';
import { load } from '../load.ts';
import { paymentsBetween, paymentsByAgents, pickRandom } from '../requests.ts';
import { runRounds, sampleLoad } from '../rounds.ts';
import { compare } from '../statistics.ts';
import { benchRules, makeAgents } from '../world/agents.ts';
import { openWorld } from '../world/world.ts';
import { readsOf } from './read-payment.ts';

const connections = 64;

/** Measures GET /agents/{id}/usage, of agents with limits and rules that have paid, against GET /payments/{id}. */
export const readUsage: Measurement = {
  ids: ['usage'],
  async measure(bench: Bench): Promise<MeasurementResult> {
    const world = await openWorld(bench);
    const options = { connections, seconds: bench.seconds };
    const warmUp = { connections, seconds: bench.warmUp_s };
    try {
      const delegated = await makeAgents(world.client, world.payers, benchRules);
      await load(world.port, warmUp, paymentsBetween(world.payers));
      await load(world.port, warmUp, paymentsByAgents(delegated, world.payers));
      const byId = await readsOf(world);
      const usage = delegated.map(({ key, agent }) => getRequest(key, `/agents/${agent}/usage`));
      const sides = [
        { name: 'GET by id', reads: byId },
        { name: 'GET usage', reads: usage },
      ].map(({ name, reads }) => {
        const read = (): string => reads[pickRandom(reads.length)] ?? '';
        return {
          name,
          warmUp: () => load(world.port, warmUp, read),
          run: () => sampleLoad(world, options, read, 200),
        };
      });
      for (const side of sides) await side.warmUp();
      const rounds = await runRounds(bench, sides);
      const names = { id: 'usage', title: 'GET /agents/{id}/usage', asked: { ratio: 0.5 } };
      return { rows: [compare(rounds, 0, 1, { ...names, yardstick: 'GET by id' })] };
    } finally {
      await world.close();
    }
  },
};
