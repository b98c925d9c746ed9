import type { Bench, MeasurementResult, Measurement } from '../bench.ts';
import { load } from '../load.ts';
import { paymentsBetween, paymentsByAgents, pickFirst, pickRandom } from '../requests.ts';
import { runRounds, sampleLoad } from '../rounds.ts';
import { compare } from '../statistics.ts';
import { benchRules, makeAgents } from '../world/agents.ts';
import { openWorld } from '../world/world.ts';

const connections = 64;
const yardstick = 'any two parties';
const asked = new Map([
  ['hotRecipient', { title: 'POST /payments, all to one recipient', ratio: 0.8 }],
  ['hotSender', { title: 'POST /payments, all from one sender', ratio: 0.8 }],
  ['agents', { title: 'POST /payments by agents, delegated, with day and month limits', ratio: 0.75 }],
  [
    'ruledAgents',
    { title: 'POST /payments by agents with rules and the guard against repeats', ratio: 0.65 },
  ],
]);

/** Measures payments that contend for one row, or need more look-ups, against payments between any two parties. */
export const unevenPayments: Measurement = {
  ids: [...asked.keys()],
  async measure(bench: Bench, wanted): Promise<MeasurementResult> {
    const world = await openWorld(bench);
    try {
      const { payers } = world;
      const delegated = wanted.has('agents') ? await makeAgents(world.client, payers) : [];
      const ruled = wanted.has('ruledAgents') ? await makeAgents(world.client, payers, benchRules) : [];
      const sides = new Map([
        ['uniform', paymentsBetween(payers)],
        ['hotRecipient', paymentsBetween(payers, pickRandom, pickFirst)],
        ['hotSender', paymentsBetween(payers, pickFirst, pickRandom)],
        ['agents', paymentsByAgents(delegated, payers)],
        ['ruledAgents', paymentsByAgents(ruled, payers)],
      ]);
      for (const id of asked.keys()) if (!wanted.has(id)) sides.delete(id);
      const warmUp_s = bench.warmUp_s / sides.size;
      for (const pay of sides.values()) await load(world.port, { connections, seconds: warmUp_s }, pay);
      const options = { connections, seconds: bench.seconds };
      const rounds = await runRounds(
        bench,
        [...sides].map(([name, pay]) => ({ name, run: () => sampleLoad(world, options, pay) })),
      );
      const names = [...sides.keys()];
      const rows = [...asked].flatMap(([id, { title, ratio }]) =>
        wanted.has(id)
          ? compare(rounds, 0, names.indexOf(id), { id, title, asked: { ratio }, yardstick })
          : [],
      );
      return { rows };
    } finally {
      await world.close();
    }
  },
};
