import { type HttpConnection, openHttpConnection } from '../http.ts';
import type { Bench, MeasurementResult, Measurement, Sample } from '../bench.ts';
import { load, percentile } from '../load.ts';
import { paymentRequest, getRequest } from '../../proof/support/load/requests.ts';
import { pickRandom, paymentsBetween } from '../requests.ts';
import { runRounds } from '../rounds.ts';
import { withoutYardstick, medianIn } from '../statistics.ts';
import type { Payer } from '../world/payers.ts';
import { openWorld, type World } from '../world/world.ts';

const connections = 16;
const timeout_ms = 10_000;

/** How long after its acceptance a payment was read as COMPLETED, and at which read. */
type Seen = { after_ms: number; reads: number };

/** Measures the time from the acceptance of a payment to a known recipient until it is read as COMPLETED. */
export const completed: Measurement = {
  ids: ['completed'],
  async measure(bench: Bench): Promise<MeasurementResult> {
    const world = await openWorld(bench);
    try {
      await load(world.port, { connections, seconds: bench.warmUp_s }, paymentsBetween(world.payers));
      const all: Seen[] = [];
      const run = (): Promise<Sample> => payAndRead(world, bench.seconds, all);
      const samples = (await runRounds(bench, [{ name: 'paid and read', run }])).flat();
      const atOnce = all.filter(({ reads }) => reads === 1).length;
      const row = withoutYardstick(
        samples.map(({ p50_ms }) => p50_ms ?? 0),
        {
          id: 'completed',
          title: 'Payment accepted until read as COMPLETED',
          unit: 'ms',
          asked: { p99_ms: 1_000 },
          p50_ms: medianIn(samples, ({ p50_ms }) => p50_ms),
          p99_ms: medianIn(samples, ({ p99_ms }) => p99_ms),
          rounds: samples,
          notes: [`${atOnce} of ${all.length} payments were COMPLETED at the first read after their 201.`],
        },
      );
      return { rows: [row] };
    } finally {
      await world.close();
    }
  },
};

/** Runs connections that each send a payment and read it until it is COMPLETED, again and again. */
async function payAndRead({ port, payers }: World, seconds: number, all: Seen[]): Promise<Sample> {
  const endAt_ms = performance.now() + seconds * 1000;
  const seen: Seen[] = [];
  const faults: string[] = [];
  const work = async (): Promise<void> => {
    const connection = await openHttpConnection(port);
    while (performance.now() < endAt_ms && faults.length === 0) {
      const found = await payOnce(connection, payers);
      if (typeof found === 'string') faults.push(found);
      else seen.push(found);
    }
    connection.end();
  };
  await Promise.all(Array.from({ length: connections }, work));
  all.push(...seen);
  const times_ms = seen.map(({ after_ms }) => after_ms);
  const sample = {
    perSecond: seen.length / seconds,
    p50_ms: percentile(times_ms, 0.5),
    p99_ms: percentile(times_ms, 0.99),
  };
  return faults.length === 0 ? sample : { ...sample, invalid: faults.join(', ') };
}

/** Sends a payment and reads it until it is COMPLETED. Returns a description of the fault where this fails. */
async function payOnce({ send }: HttpConnection, payers: readonly Payer[]): Promise<Seen | string> {
  const payee = pickRandom(payers.length - 1);
  const key = payers[payee + 1]?.key ?? '';
  const paid = await send(paymentRequest(key, { email: payers[payee]?.email ?? '' }));
  if (paid.status !== 201) return `a payment returned ${paid.status}`;
  const acceptedAt_ms = performance.now();
  const id = /"id":"(pay_[0-9a-f]{32})"/.exec(paid.body)?.[1] ?? '';
  for (let reads = 1; performance.now() - acceptedAt_ms < timeout_ms; reads++) {
    const read = await send(getRequest(key, `/payments/${id}`));
    const after_ms = performance.now() - acceptedAt_ms;
    if (read.status !== 200) return `a read returned ${read.status}`;
    if (read.body.includes('"status":"COMPLETED"')) return { after_ms, reads };
  }
  return `${id} was not COMPLETED after ${timeout_ms} ms`;
}
