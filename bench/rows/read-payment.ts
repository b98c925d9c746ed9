import { type Id, publicId } from '../../server/src/lib/id.ts';
import { sendOnce } from '../http.ts';
import type { Bench, MeasurementResult, Measurement } from '../bench.ts';
import { startEmpty } from '../empty/start.ts';
import { load } from '../load.ts';
import { paymentRequest, getRequest } from '../../proof/support/load/requests.ts';
import { pickRandom, paymentsBetween } from '../requests.ts';
import { runRounds, sampleLoad, sampleOf } from '../rounds.ts';
import { compare } from '../statistics.ts';
import { openWorld, type World } from '../world/world.ts';

const connections = 64;

/** Measures GET /payments/{id} against the same web server with a POST of the same size and no database. */
export const readPayment: Measurement = {
  ids: ['getById'],
  async measure(bench: Bench): Promise<MeasurementResult> {
    const world = await openWorld(bench);
    const options = { connections, seconds: bench.seconds };
    const warmUp = { connections, seconds: bench.warmUp_s };
    try {
      await load(world.port, warmUp, paymentsBetween(world.payers));
      const reads = await readsOf(world);
      const read = (): string => reads[pickRandom(reads.length)] ?? '';
      const body = (await sendOnce(world.port, read())).body;
      const [empty, bare] = [await startEmpty('server', body), await startEmpty('bare', body)];
      const post = paymentRequest(world.payers[0]?.key ?? '', { email: 'payee@bench.purser.test' });
      const emptyAt = (port: number) => ({
        warmUp: () => load(port, warmUp, () => post),
        run: async () => sampleOf(await load(port, options, () => post), 201),
      });
      const sides = [
        { name: 'empty HTTP', ...emptyAt(empty.port) },
        {
          name: 'GET by id',
          warmUp: () => load(world.port, warmUp, read),
          run: () => sampleLoad(world, options, read, 200),
        },
        { name: 'bare Fastify', ...emptyAt(bare.port), beside: null },
      ];
      for (const side of sides) await side.warmUp();
      const rounds = await runRounds(bench, sides);
      await empty.stop();
      await bare.stop();
      const names = { id: 'getById', title: 'GET /payments/{id}', asked: { ratio: 0.4 } };
      const row = compare(rounds, 0, 1, { ...names, yardstick: 'empty HTTP' });
      const besideBare = compare(rounds, 2, 1, { ...names, yardstick: 'bare Fastify' });
      row.notes.push(
        'Empty HTTP is this web server with its checks and its log, handling POST /payments without a database.',
        `Compared with a bare Fastify (${besideBare.yardstick?.figure.toFixed(0)}/s): ${besideBare.ratio?.median.toFixed(2)} ×.`,
      );
      return { rows: [row] };
    } finally {
      await world.close();
    }
  },
};

/** Returns requests for existing payments, each with its payer's key. */
export async function readsOf({ client, payers }: World): Promise<string[]> {
  const keys = new Map<string, string>(payers.map(({ partyId, key }) => [partyId, key]));
  const { rows } = await client.query<{ id: Id<'pay'>; payer: string }>(
    'SELECT id, payer_party_id AS payer FROM payments ORDER BY random() LIMIT 10000',
  );
  return rows.map(({ id, payer }) => getRequest(keys.get(payer) ?? '', `/payments/${publicId('pay', id)}`));
}
