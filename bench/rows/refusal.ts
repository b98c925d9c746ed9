import { getRequest, paymentRequest } from '../../proof/support/load/requests.ts';
import { newKey } from '../../server/src/lib/secret.ts';
import type { Bench, Measurement, MeasurementResult, Round, Row, Sample } from '../bench.ts';
import { startEmpty } from '../empty/start.ts';
import { sendOnce } from '../http.ts';
import { load } from '../load.ts';
import { paymentsBetween } from '../requests.ts';
import { runRounds, sampleLoad, sampleOf } from '../rounds.ts';
import { processorTime_us, spreadOf, withoutYardstick } from '../statistics.ts';
import { processorTimeOf } from '../usage.ts';
import { sandboxParties } from '../world/neighbours.ts';
import { openWorld } from '../world/world.ts';

const connections = 64;
const wallets = 100;
const bareStatus = 401;

// The only row without the default rate limits: with them, most of these requests would get the same 429.
const unlimited = {
  PURSER_RATE_PER_SECOND: '1000000',
  PURSER_RATE_BURST: '10000000',
  PURSER_ANONYMOUS_RATE_PER_SECOND: '1000000',
  PURSER_ANONYMOUS_RATE_BURST: '10000000',
};

type Refusal = { name: string; status: number; next: () => string };

/** Measures the processor time of refusals, Node and PostgreSQL, against a bare Fastify that sends a body of the same size. */
export const refusal: Measurement = {
  ids: ['refusal'],
  async measure(bench: Bench): Promise<MeasurementResult> {
    const world = await openWorld({ ...bench, wallets, settings: { ...bench.settings, ...unlimited } });
    const options = { connections, seconds: bench.seconds };
    try {
      const { main } = await sandboxParties(world);
      await load(world.port, { connections, seconds: bench.warmUp_s / 2 }, paymentsBetween(world.payers));
      const refusals: Refusal[] = [
        {
          name: '401 to a key that nobody has',
          status: 401,
          next: () => getRequest(newKey('ak', 'sandbox').secret, '/payments'),
        },
        {
          name: '403 to a key without the scope',
          status: 403,
          next: () => paymentRequest(main.readOnlyApiKey, { email: 'payee@bench.purser.test' }),
        },
        {
          name: '404 of a payment',
          status: 404,
          next: () => getRequest(main.apiKey, `/payments/pay_${'0'.repeat(32)}`),
        },
        { name: '404 of an address', status: 404, next: () => getRequest(main.apiKey, '/nothing') },
      ];
      const { body } = await sendOnce(world.port, refusals[0]?.next() ?? '');
      const bare = await startEmpty('bare', body);
      const get = getRequest(main.apiKey, '/payments');
      const sideOf = ({ name, status, next }: Refusal) => ({
        name,
        run: () => sampleLoad(world, options, next, status),
      });
      const sides = [
        { name: 'bare Fastify', run: () => sampleBare(bare, options, get) },
        ...refusals.map(sideOf),
      ];
      await load(bare.port, { connections, seconds: bench.warmUp_s / 2 }, () => get);
      for (const { next } of refusals)
        await load(world.port, { connections, seconds: bench.warmUp_s / 2 }, next);
      const rounds = await runRounds(bench, sides);
      await bare.stop();
      return { rows: [rowOf(refusals, rounds)] };
    } finally {
      await world.close();
    }
  },
};

async function sampleBare(
  { pid, port }: { pid: number; port: number },
  options: { connections: number; seconds: number },
  request: string,
): Promise<Sample> {
  const run = () => load(port, options, () => request);
  const { done, node_us } = await processorTimeOf(pid, run, ({ latencies_ms }) => latencies_ms.length);
  return { ...sampleOf(done, bareStatus), cost: { node_us, postgres_us: 0, generator_us: 0, wal_bytes: 0 } };
}

/** Returns the row of the dearest refusal, with the figures of all as notes. */
function rowOf(refusals: readonly Refusal[], rounds: readonly Round[]): Row {
  const measured = refusals.map(({ name }, index) => {
    const ratios = rounds.map(
      ([bare, ...others]) => processorTime_us(others[index]) / processorTime_us(bare),
    );
    const of = (part: 'node_us' | 'postgres_us'): string =>
      spreadOf(rounds.map((round) => round[index + 1]?.cost?.[part] ?? 0)).median.toFixed(0);
    const { median } = spreadOf(ratios);
    return {
      ratios,
      median,
      note: `${name}: ${median.toFixed(2)} × (${of('node_us')} + ${of('postgres_us')} µs)`,
    };
  });
  const worst = measured.toSorted((a, b) => b.median - a.median)[0];
  const bare = spreadOf(rounds.map(([sample]) => processorTime_us(sample))).median.toFixed(0);
  return withoutYardstick(worst?.ratios ?? [], {
    id: 'refusal',
    title: 'Processor time of a refusal without rate limits, ÷ a bare Fastify; the dearest one',
    asked: { atMost: 2 },
    unit: '×',
    notes: [
      `A bare Fastify takes ${bare} µs; Node + PostgreSQL: ${measured.map(({ note }) => note).join(', ')}.`,
    ],
    rounds,
  });
}
