import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench, MeasurementResult, Measurement, Round, Sample } from '../bench.ts';
import { load } from '../load.ts';
import { paymentsBetween, pickFirst, pickRandom } from '../requests.ts';
import { runRounds, sampleLoad } from '../rounds.ts';
import { compare, withoutYardstick } from '../statistics.ts';
import { type Receiver, startReceiver } from '../world/receiver.ts';
import { openWorld, type World } from '../world/world.ts';

const settings = { PURSER_WEBHOOKS_TO_LOOPBACK: 'true' };
const connections = 64;
const backlog = 30_000; // events
const poll_ms = 100;
const drain_ms = 120_000;

/** Measures deliveries to one fast receiver, and what they cost payments, each of which is delivered. */
export const webhooks: Measurement[] = [
  { ids: ['webhookDeliveries'], measure: measureDeliveries },
  { ids: ['webhookPayments'], measure: measurePayments },
];

async function measureDeliveries(bench: Bench): Promise<MeasurementResult> {
  return withReceiver(bench, async (world, receiver) => {
    const pay = paymentsBetween(world.payers, pickRandom, pickFirst);
    for (let made = 0; made < backlog;) {
      const { statuses } = await load(world.port, { connections, seconds: 2 }, pay);
      made += statuses.get(201) ?? 0;
    }
    await pause(1_000); // until the last of them are events
    const samples: Sample[] = [];
    for (let round = 0; round < bench.rounds; round += 1) samples.push(await deliverAll(world, receiver));
    const rates = samples.map(({ perSecond }) => perSecond);
    const title = 'Deliveries to one webhook';
    return {
      rows: [
        withoutYardstick(rates, { id: 'webhookDeliveries', title, unit: '/s', asked: { atLeast: 2_000 } }),
      ],
    };
  });
}

/** Creates a webhook that has all events before it, and measures how fast it gets the first of them. */
async function deliverAll(world: World, receiver: Receiver): Promise<Sample> {
  const id = await createWebhook(world, receiver);
  await world.client.query(
    `UPDATE webhook_progress SET sent_to = '00000000-0000-0000-0000-000000000000' WHERE webhook_id = $1`,
    [id.slice('whk_'.length)],
  );
  const before = receiver.received();
  while (receiver.received() === before) await pause(poll_ms);
  const [startedAt_ms, first] = [performance.now(), receiver.received()];
  while (receiver.received() < before + backlog * 0.8) await pause(poll_ms);
  const perSecond = (receiver.received() - first) / ((performance.now() - startedAt_ms) / 1000);
  await send(world, 'DELETE', `/webhooks/${id}`);
  return { perSecond };
}

/** The share of the payments that were delivered before the load ended, and how long the others took after it. */
type Behind = { atOnce: number; drained_s: number };

async function measurePayments(bench: Bench): Promise<MeasurementResult> {
  return withReceiver(bench, async (world, receiver) => {
    const pay = paymentsBetween(world.payers, pickRandom, pickFirst);
    const options = { connections, seconds: bench.seconds };
    await load(world.port, { connections, seconds: bench.warmUp_s }, pay);
    const behind: Behind[] = [];
    const rounds: Round[] = await runRounds(bench, [
      { name: 'without', run: () => sampleLoad(world, options, pay) },
      {
        name: 'delivered',
        async run() {
          const id = await createWebhook(world, receiver);
          const before = receiver.received();
          const sample = await sampleLoad(world, options, pay);
          const made = sample.perSecond * bench.seconds;
          const atOnce = (receiver.received() - before) / made;
          behind.push({ atOnce, drained_s: await drain(receiver, before + made) });
          await send(world, 'DELETE', `/webhooks/${id}`);
          return sample;
        },
      },
    ]);
    const atOnce = behind.map((each) => each.atOnce).toSorted((a, b) => a - b);
    const share = Math.round((atOnce[Math.floor(atOnce.length / 2)] ?? 0) * 100);
    const longest_s = Math.max(...behind.map(({ drained_s }) => drained_s)).toFixed(1);
    const notes = [
      `${share} % were delivered while payments went on, the last at most ${longest_s} s after the last payment.`,
    ];
    const title = 'Payments to a party whose webhook gets each of them, 64 connections';
    const names = {
      id: 'webhookPayments',
      title,
      asked: { ratio: 0.9 },
      yardstick: 'without a webhook',
      notes,
    };
    return { rows: [compare(rounds, 0, 1, names)] };
  });
}

/** Waits until the receiver has got this many, and returns how long that took, in seconds. */
async function drain(receiver: Receiver, wanted: number): Promise<number> {
  const startedAt_ms = performance.now();
  while (receiver.received() < Math.floor(wanted)) {
    if (performance.now() - startedAt_ms > drain_ms) throw new Error('events were not delivered');
    await pause(poll_ms);
  }
  return (performance.now() - startedAt_ms) / 1000;
}

async function withReceiver(
  bench: Bench,
  work: (world: World, receiver: Receiver) => Promise<MeasurementResult>,
): Promise<MeasurementResult> {
  const receiver = await startReceiver();
  const world = await openWorld({ ...bench, settings: { ...settings, ...bench.settings } });
  try {
    return await work(world, receiver);
  } finally {
    await world.close();
    await receiver.close();
  }
}

/** Creates a webhook of the party that all payments go to. */
async function createWebhook(world: World, { url }: Receiver): Promise<string> {
  const created = await send(world, 'POST', '/webhooks', { url, enabledEvents: ['payment.completed'] });
  return created;
}

async function send(
  { port, payers }: World,
  method: string,
  path: string,
  attributes?: object,
): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${payers[0]?.key ?? ''}`,
      'Idempotency-Key': randomUUID(),
      'Content-Type': 'application/json',
    },
    ...(attributes && { body: JSON.stringify({ data: { attributes } }) }),
  });
  const body = (await response.json()) as { data?: { id: string } };
  if (!body.data) throw new Error(`${method} ${path} returned ${response.status}`);
  return body.data.id;
}
