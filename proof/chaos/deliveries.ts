import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { withSession } from '../support/books.ts';
import { attributes, openHttpClient } from '../support/http.ts';
import { startLoad } from '../support/load/load.ts';
import type { Row } from '../support/report.ts';
import { type ChaosReceiver, openReceiver } from './receiver.ts';
import { targetOf, untilServing } from './run.ts';
import { openRemoteWorld, type RemoteWorld } from './world.ts';

/** What became of deliveries while the server and its database were killed (G12). */
export type DeliveriesOutcome = {
  wanted: number;
  received: number;
  lost: number;
  repeated: number;
  /** How often an id came with another body. */
  changed: number;
  serverKills: number;
  databaseKills: number;
};

const receivers = 10;
const failing = 3;
const clients = 16;
const writesBetweenKills = 250;
const timeout_ms = 15_000;
const day_s = 90_000; // longer than the longest wait for an attempt
const slow_ms = 120_000; // moving the clock does all that has become due
const patience_ms = 600_000;
const killsWhileDelivering = 3;

/**
 * Lets clients write until `events` deliveries are due to ten webhooks of one party, and kills the server or its
 * database again and again. Three of the receivers fail until the end. Then lets all attempts fall due, and compares what
 * arrived with the events in the database.
 */
export async function tryDeliveries(
  events: number,
  progress: (text: string) => void,
): Promise<DeliveriesOutcome> {
  const world = await openRemoteWorld();
  const opened = await Promise.all(
    Array.from({ length: receivers }, (_, index) => openReceiver(index < failing)),
  );
  try {
    for (const { url } of opened) {
      await sendAsMain(world, 'POST', '/webhooks', { url, enabledEvents: ['payment.completed'] });
    }
    const kills = { serverKills: 0, databaseKills: 0 };
    for (let due = 0; due < events; due = (await eventsOf(world)).length * receivers) {
      progress(`${due} of ${events} deliveries are due, after ${kills.serverKills} kills of the server`);
      await killOnce(world, kills);
    }
    for (const receiver of opened) receiver.heal();
    const wanted = await eventsOf(world);
    kills.serverKills += await drain(world, opened, wanted, progress);
    return { ...compare(opened, wanted), ...kills };
  } finally {
    await world.end();
    await Promise.all(opened.map((receiver) => receiver.close()));
  }
}

/** Kills the server under load, every fourth time its database. */
async function killOnce(
  world: RemoteWorld,
  kills: { serverKills: number; databaseKills: number },
): Promise<void> {
  const target = targetOf(world);
  const load = startLoad(target, { clients, timeout_ms });
  try {
    await load.acknowledge(writesBetweenKills);
    if (kills.serverKills % 4 === 3 && kills.databaseKills * 4 < kills.serverKills) {
      process.kill(world.cluster.postmaster(), 'SIGKILL');
      await world.cluster.start();
      kills.databaseKills += 1;
    } else {
      world.program().signal('SIGKILL');
      await world.startServer();
      kills.serverKills += 1;
    }
    await untilServing(target);
  } finally {
    await load.stop();
  }
}

/**
 * Lets attempts fall due until every receiver has every event, and kills the server some more times while it delivers.
 * Gives up when that takes too long. Returns how often it was killed.
 */
async function drain(
  world: RemoteWorld,
  opened: readonly ChaosReceiver[],
  wanted: readonly string[],
  progress: (text: string) => void,
): Promise<number> {
  const deadline_ms = Date.now() + patience_ms;
  let kills = 0;
  for (let last = -1; Date.now() < deadline_ms;) {
    const { lost, received } = compare(opened, wanted);
    if (lost === 0) return kills;
    progress(`${lost} deliveries are still to come`);
    if (received > last && last >= 0 && kills < killsWhileDelivering) {
      world.program().signal('SIGKILL');
      await world.startServer();
      kills += 1;
    } else if (received === last && !(await hasClaims(world))) {
      await sendAsMain(world, 'POST', '/simulations/clock/advance', { seconds: day_s });
    }
    last = received;
    await pause(200);
  }
  return kills;
}

/** Whether webhooks wait for the end of the claim of a server that was killed. */
function hasClaims(world: RemoteWorld): Promise<boolean> {
  return withSession(world.database(), async (session) => {
    const { rows } = await session.query(
      `SELECT FROM webhook_progress WHERE claimed_until > clock_timestamp() AND claimed_until < clock_timestamp() + interval '7 s'`,
    );
    return rows.length > 0;
  });
}

function compare(
  opened: readonly ChaosReceiver[],
  wanted: readonly string[],
): Omit<DeliveriesOutcome, 'serverKills' | 'databaseKills'> {
  const sum = (of: (each: ChaosReceiver) => number): number =>
    opened.reduce((all, each) => all + of(each), 0);
  return {
    wanted: wanted.length * opened.length,
    received: sum(({ accepted }) => accepted.size),
    lost: sum(({ accepted }) => wanted.filter((id) => !accepted.has(id)).length),
    repeated: sum(({ repeated }) => repeated()),
    changed: sum(({ changed }) => changed()),
  };
}

/** Returns the ids of the events that the webhooks of the main party are to get. */
function eventsOf(world: RemoteWorld): Promise<string[]> {
  const { partyId } = world.program().sandbox.parties.main;
  return withSession(world.database(), async (session) => {
    const { rows } = await session.query<{ id: string }>(
      `WITH begun AS (SELECT max(created_at) AS at FROM webhooks WHERE party_id = $1)
       SELECT 'evt_' || replace(id::text, '-', '') AS id FROM (
         SELECT id FROM event_parties, begun
         WHERE party_id = $1 AND created_at > at AND kind LIKE 'payment/%/COMPLETED/'
         UNION
         SELECT second_event_id(p.id) FROM payments p JOIN movements m ON m.transaction_id = p.id AND m.step = 1 AND m.kind = 'payment', begun
         WHERE $1 IN (p.payer_party_id, p.payee_party_id, p.initiator_party_id) AND NOT p.reviewed
           AND p.request_id IS NOT NULL AND p.created_at > at) e`,
      [partyId.slice('pty_'.length)],
    );
    return rows.map(({ id }) => id);
  });
}

async function sendAsMain(world: RemoteWorld, method: string, path: string, values: object): Promise<void> {
  const http = openHttpClient(targetOf(world));
  const key = world.program().sandbox.parties.main.apiKey;
  const headers = { 'Idempotency-Key': randomUUID() };
  const { status, text } = await http.send({ method, path, key, headers, body: attributes(values) }, slow_ms);
  http.close();
  if (status >= 300) throw new Error(`${method} ${path} returned ${status} ${text}`);
}

/** Returns the rows of the final table. */
export function deliveryRows(outcome: DeliveriesOutcome): Row[] {
  const { wanted, lost, repeated, changed, serverKills, databaseKills } = outcome;
  const of = `of ${wanted}, over ${serverKills} kills of the server and ${databaseKills} of the database`;
  return [
    { promise: 'G12 events lost', asked: '0', measured: `${lost} ${of}`, holds: lost === 0 },
    {
      promise: 'G12 duplicates with another body under their id',
      asked: '0',
      measured: `${changed} of ${repeated} duplicates`,
      holds: changed === 0,
    },
  ];
}
