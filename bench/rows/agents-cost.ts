import type { Bench, Measurement, MeasurementResult, Round } from '../bench.ts';
import { load } from '../load.ts';
import { paymentsBetween, paymentsByAgents } from '../requests.ts';
import { runRounds, sampleLoad } from '../rounds.ts';
import { processorTime_us, spreadOf, withoutYardstick } from '../statistics.ts';
import { isLinux } from '../usage.ts';
import { benchRules, makeAgents } from '../world/agents.ts';
import { openWorld } from '../world/world.ts';

const connections = 64;
const asked = new Map([
  ['agentsCost', { side: 1, title: 'with day and month limits', atMost: 0.17 }],
  ['ruledAgentsCost', { side: 2, title: 'with rules and the guard against repeats', atMost: 0.55 }],
]);

/**
 * Measures the processor time that a payment by a delegated agent takes beyond a plain payment: all on one server, in
 * turns of a second, so that none of them meets a younger server or another minute than the others.
 */
export const agentsCost: Measurement = {
  ids: [...asked.keys()],
  async measure(bench: Bench, wanted): Promise<MeasurementResult> {
    if (!isLinux) throw new Error('the processor time is read from /proc, which only Linux has');
    const world = await openWorld(bench);
    try {
      const { client, payers, port } = world;
      const sides = [
        { name: 'plain', pay: paymentsBetween(payers) },
        { name: 'agents', pay: paymentsByAgents(await makeAgents(client, payers), payers) },
        { name: 'ruled', pay: paymentsByAgents(await makeAgents(client, payers, benchRules), payers) },
      ];
      for (const { pay } of sides) await load(port, { connections, seconds: bench.warmUp_s }, pay);
      const rounds = await runRounds(
        { rounds: bench.rounds, turns: bench.seconds },
        sides.map(({ name, pay }) => ({
          name,
          run: () => sampleLoad(world, { connections, seconds: 1 }, pay),
        })),
      );
      const rows = [...asked].flatMap(([id, row]) => (wanted.has(id) ? [rowOf(id, row, rounds)] : []));
      return { rows };
    } finally {
      await world.close();
    }
  },
};

function rowOf(
  id: string,
  { side, title, atMost }: { side: number; title: string; atMost: number },
  rounds: readonly Round[],
) {
  const ratios = rounds.map((round) => processorTime_us(round[side]) / processorTime_us(round[0]) - 1);
  const [plain, agents] = [0, side].map((index) => {
    const { median } = spreadOf(rounds.map((round) => processorTime_us(round[index])));
    return median.toFixed(0);
  });
  return withoutYardstick(ratios, {
    id,
    title: `Processor time of a payment by agents ${title}, beyond a plain payment’s`,
    asked: { atMost },
    unit: '× it',
    notes: [`Node + PostgreSQL: ${agents} µs, a plain payment ${plain} µs.`],
    rounds,
  });
}
