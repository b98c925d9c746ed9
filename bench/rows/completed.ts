import { openAsking } from '../ask.ts';
import type { Asking } from '../ask.ts';
import type { Bench, Found, Measurement, Sample } from '../bench.ts';
import { load, percentile } from '../load.ts';
import { anyOf, payment, paymentsBetween, reading } from '../requests.ts';
import { inTurn } from '../rounds.ts';
import { alone, medianIn } from '../statistics.ts';
import type { Payer } from '../world/payers.ts';
import { openWorld } from '../world/world.ts';
import type { World } from '../world/world.ts';

const connections = 16;
const patience_ms = 10_000;

/** How long after its acceptance a payment was seen to be COMPLETED, and at which read. */
type Seen = { after_ms: number; reads: number };

/** How long after its acceptance a payment to a known recipient is seen to be COMPLETED. */
export const completed: Measurement = {
  ids: ['completed'],
  async measure(bench: Bench): Promise<Found> {
    const world = await openWorld(bench);
    try {
      await load(world.port, { connections, seconds: bench.warmUp_s }, paymentsBetween(world.payers));
      const all: Seen[] = [];
      const run = (): Promise<Sample> => payAndRead(world, bench.seconds, all);
      const samples = (await inTurn(bench, [{ name: 'paid and read', run }])).flat();
      const atOnce = all.filter(({ reads }) => reads === 1).length;
      const row = alone(
        samples.map(({ p50_ms }) => p50_ms ?? 0),
        {
          id: 'completed',
          title: 'From accepted to read as COMPLETED',
          unit: 'ms',
          asked: { p99_ms: 1_000 },
          p50_ms: medianIn(samples, ({ p50_ms }) => p50_ms),
          p99_ms: medianIn(samples, ({ p99_ms }) => p99_ms),
          rounds: samples,
          notes: [`${atOnce} of ${all.length} payments said COMPLETED at the first read after their 201.`],
        },
      );
      return { rows: [row] };
    } finally {
      await world.close();
    }
  },
};

/** Connections that each pay, then read that payment until it says COMPLETED, for some seconds. */
async function payAndRead({ port, payers }: World, seconds: number, all: Seen[]): Promise<Sample> {
  const endAt_ms = performance.now() + seconds * 1000;
  const seen: Seen[] = [];
  const faults: string[] = [];
  const work = async (): Promise<void> => {
    const asking = await openAsking(port);
    while (performance.now() < endAt_ms && faults.length === 0) {
      const found = await payOnce(asking, payers);
      if (typeof found === 'string') faults.push(found);
      else seen.push(found);
    }
    asking.end();
  };
  await Promise.all(Array.from({ length: connections }, work));
  all.push(...seen);
  const times_ms = seen.map(({ after_ms }) => after_ms);
  const sample = {
    perSecond: seen.length / seconds,
    p50_ms: percentile(times_ms, 0.5),
    p99_ms: percentile(times_ms, 0.99),
  };
  return faults.length === 0 ? sample : { ...sample, spoiled: faults.join(', ') };
}

/** Answers what went wrong where something did. */
async function payOnce({ ask }: Asking, payers: readonly Payer[]): Promise<Seen | string> {
  const payee = anyOf(payers.length - 1);
  const key = payers[payee + 1]?.key ?? '';
  const paid = await ask(payment(key, { email: payers[payee]?.email ?? '' }));
  if (paid.status !== 201) return `a payment was answered ${paid.status}`;
  const acceptedAt_ms = performance.now();
  const id = /"id":"(pay_[0-9a-f]{32})"/.exec(paid.body)?.[1] ?? '';
  for (let reads = 1; performance.now() - acceptedAt_ms < patience_ms; reads++) {
    const read = await ask(reading(key, `/payments/${id}`));
    const after_ms = performance.now() - acceptedAt_ms;
    if (read.status !== 200) return `a read was answered ${read.status}`;
    if (read.body.includes('"status":"COMPLETED"')) return { after_ms, reads };
  }
  return `${id} was not COMPLETED after ${patience_ms} ms`;
}
