import { setTimeout as pause } from 'node:timers/promises';
import type { Program } from '../../context.ts';
import { currentTime } from '../../db/clock.ts';
import type { EventReader } from '../../db/recorded.ts';
import { bodyOf, completeTo, eventsAfter, eventsByIds, wantedKinds } from '../../events/deliverable.ts';
import type { Feed } from '../../events/feed.ts';
import { createStrangeClient } from '../../gateways/strangers.ts';
import type { Id } from '../../lib/id.ts';
import { openSecrets } from '../secrets.ts';
import { webhookResource } from '../view.ts';
import { listDueRetries, loadWebhook, waitingResources } from './queries.ts';
import type { DeliveredWebhook, RetryRow } from './queries.ts';
import { recordBatch } from './record.ts';
import { sendBatch } from './send.ts';
import type { Outgoing } from './send.ts';

const [largeBatch, smallBatch] = [500, 24];
const longestWait_ms = 30_000;
const retry_ms = 1_000;

/** What delivers one webhook, beside those of the others. */
export type Runner = { wake: () => void; hasEnded: () => boolean; stop: () => Promise<void> };

/** Delivers a webhook for as long as this server holds it: what is to be sent again first, then what is new. */
export function startRunner(program: Program, feed: Feed, server: string, id: Id<'whk'>): Runner {
  const stopping = new AbortController();
  const { signal } = stopping;
  let waking = new AbortController();
  let hasEnded = false;
  let lookedTo = ''; // up to here, there is nothing that the webhook wants
  const { db, config, keyring } = program;
  const client = createStrangeClient(config.webhooksToLoopback);

  /** Does the next part of the work. Returns false if there is none left, or the webhook is another server's. */
  async function turn(webhook: DeliveredWebhook): Promise<boolean> {
    const now = await currentTime(db);
    const reader = { db, partyId: webhook.partyId, now, baseUrl: program.baseUrl() };
    const count = webhook.failingSince ? smallBatch : largeBatch;
    const retries = await listDueRetries(db, id, now, count);
    if (retries.length > 0) {
      const again = await outgoingOf(reader, webhook, retries);
      const known = new Set<string>(again.map(({ event }) => event.id));
      const dropped = retries.filter(({ eventId }) => !known.has(eventId));
      await deliver(webhook, again, webhook.sentTo, { now, dropped });
      return true;
    }
    const to = await completeTo(db);
    const after = webhook.sentTo > lookedTo ? webhook.sentTo : lookedTo;
    if (after >= to) return false;
    const part = await eventsAfter(reader, wantedKinds(webhook.enabledEvents), { after, to, count });
    lookedTo = part.events.length === 0 ? part.readTo : lookedTo;
    if (part.events.length === 0 && part.isLast) return false;
    const batch = part.events.map((event) => ({ event, attempts: 0, isAgain: false }));
    await deliver(webhook, batch, part.readTo, { now, dropped: [] });
    return true;
  }

  async function deliver(
    webhook: DeliveredWebhook,
    batch: readonly Outgoing[],
    readTo: string,
    { now, dropped }: { now: Date; dropped: readonly RetryRow[] },
  ): Promise<void> {
    const fresh = batch.filter(({ isAgain }) => !isAgain).map(({ event }) => event.resourceId);
    const blocked = await waitingResources(db, id, fresh);
    const isHeld = ({ event, isAgain }: Outgoing): boolean => !isAgain && blocked.has(event.resourceId);
    const to = { url: webhook.url, secrets: openSecrets(keyring, id, webhook, now) };
    const open = batch.filter((each) => !isHeld(each));
    const result = await sendBatch(client, to, open, signal);
    const held = [...result.held, ...batch.filter(isHeld)];
    await record(webhook, { sent: result.sent, held, dropped }, sentToOf(webhook, readTo, result.unsent));
  }

  /** Stores what became of a batch, however long the database is away: what was sent is not forgotten by then. */
  async function record(
    webhook: DeliveredWebhook,
    outcome: Parameters<typeof recordBatch>[3],
    sentTo: string,
  ): Promise<void> {
    for (;;) {
      try {
        await recordBatch(db, server, webhook, outcome, { sentTo, now: await currentTime(db) });
        return;
      } catch (error) {
        if (signal.aborted) throw error;
        await pause(retry_ms, null, { signal, ref: false }).catch(() => null);
      }
    }
  }

  async function wait({ partyId, sentTo }: DeliveredWebhook): Promise<void> {
    waking = new AbortController();
    const after = sentTo > lookedTo ? sentTo : lookedTo;
    await feed.wait(partyId, after, longestWait_ms, AbortSignal.any([signal, waking.signal]));
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        const webhook = await loadWebhook(db, id, server);
        if (!webhook) return;
        if (!(await turn(webhook))) await wait(webhook);
      } catch (error) {
        program.log.debug({ err: error, webhookId: id }, 'a webhook has to wait');
        await pause(retry_ms, null, { signal, ref: false }).catch(() => null);
      }
    }
  }

  const running = run().finally(() => {
    hasEnded = true;
    client.close();
  });
  return {
    wake: () => waking.abort(),
    hasEnded: () => hasEnded,
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}

/** Returns up to where everything was sent or waits: not beyond what was left unsent. */
function sentToOf(webhook: DeliveredWebhook, readTo: string, unsent: readonly Outgoing[]): string {
  const fresh = unsent.filter(({ isAgain }) => !isAgain);
  return fresh.length > 0 ? webhook.sentTo : readTo;
}

/** Returns the events of retries as they are sent; those that the party may not read any more are left out. */
async function outgoingOf(
  reader: EventReader,
  webhook: DeliveredWebhook,
  retries: readonly RetryRow[],
): Promise<Outgoing[]> {
  const ids = retries.filter(({ isTest }) => !isTest).map(({ eventId }) => eventId);
  const events = new Map((await eventsByIds(reader, ids)).map((event) => [event.id, event]));
  return retries.flatMap(({ eventId, attempts, isTest }): Outgoing[] => {
    const event = isTest ? testEvent(webhook, eventId, reader.now) : events.get(eventId);
    return event ? [{ event, attempts, isAgain: true }] : [];
  });
}

function testEvent(webhook: DeliveredWebhook, id: Id<'evt'>, createdAt: Date): Outgoing['event'] {
  const type = 'webhook.test';
  return {
    id,
    type,
    resourceId: webhook.id,
    createdAt,
    body: bodyOf(id, type, createdAt, webhookResource(webhook)),
  };
}
