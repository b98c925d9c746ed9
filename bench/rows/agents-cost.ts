import type { Bench, Measurement, MeasurementResult, Round, Row } from '../bench.ts';
import { load } from '../load.ts';
import { paymentsBetween, paymentsByAgents } from '../requests.ts';
import { runRounds, sampleLoad } from '../rounds.ts';
import { processorTime_us, spreadOf, withoutYardstick } from '../statistics.ts';
import { isLinux } from '../usage.ts';
import { benchRules, makeAgents } from '../world/agents.ts';
import { openWorld } from '../world/world.ts';

const connections = 64;
const asked = [
  { id: 'agentsCost', title: 'with day and month limits', rules: null, atMost: 0.17 },
  {
    id: 'ruledAgentsCost',
    title: 'with rules and the guard against repeats',
    rules: benchRules,
    atMost: 0.55,
  },
];

/**
 * Measures the processor time that a payment by a delegated agent takes beyond a plain payment: all on one server, in
 * turns of a second, so that none of them meets a younger server or another minute than the others.
 */
export const agentsCost: Measurement = {
  ids: asked.map(({ id }) => id),
  async measure(bench: Bench, wanted): Promise<MeasurementResult> {
    if (!isLinux) throw new Error('the processor time is read from /proc, which only Linux has');
    const world = await openWorld(bench);
    try {
      const { client, payers, port } = world;
      const bounds = asked.filter(({ id }) => wanted.has(id));
      const sides = [{ name: 'plain', pay: paymentsBetween(payers) }];
      for (const { id, rules } of bounds) {
        sides.push({ name: id, pay: paymentsByAgents(await makeAgents(client, payers, rules), payers) });
      }
      for (const { pay } of sides) await load(port, { connections, seconds: bench.warmUp_s }, pay);
      const rounds = await runRounds(
        { rounds: bench.rounds, turns: bench.seconds },
        sides.map(({ name, pay }) => ({
          name,
          run: () => sampleLoad(world, { connections, seconds: 1 }, pay),
        })),
      );
      return { rows: bounds.map((bound, index) => rowOf(bound, index + 1, rounds)) };
    } finally {
      await world.close();
    }
  },
};

function rowOf({ id, title, atMost }: (typeof asked)[number], side: number, rounds: readonly Round[]): Row {
  const added = rounds.map((round) => processorTime_us(round[side]) / processorTime_us(round[0]) - 1);
  const [plain, agents] = [0, side].map((index) =>
    spreadOf(rounds.map((round) => processorTime_us(round[index]))).median.toFixed(0),
  );
  return withoutYardstick(added, {
    id,
    title: `Processor time that a payment by agents ${title} adds, ÷ a plain payment’s`,
    asked: { atMost },
    unit: '×',
    notes: [`Node + PostgreSQL: ${agents} µs, a plain payment ${plain} µs.`],
    rounds,
  });
}
