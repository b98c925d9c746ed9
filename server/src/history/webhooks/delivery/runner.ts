import { setTimeout as pause } from 'node:timers/promises';
import type { Program } from '../../../context.ts';
import { currentTime } from '../../../db/clock.ts';
import type { Db } from '../../../db/pool.ts';
import { PurserError } from '../../../errors.ts';
import { eventsAfter, wantedKinds } from '../../events/deliverable.ts';
import type { Feed } from '../../events/feed.ts';
import { createStrangeClient, type StrangeClient } from '../../../gateways/strangers.ts';
import type { DeliveryWatch } from '../../../http/metrics/instruments.ts';
import { type Id, publicId, timeOf } from '../../../lib/id.ts';
import { openSecrets, signingKey } from '../secrets.ts';
import { outgoingOf } from './outgoing.ts';
import type { Pace } from './pace.ts';
import {
  type DeliveredWebhook,
  listDueRetries,
  loadWebhook,
  type RetryRow,
  waitingResources,
} from './queries.ts';
import { recordBatch, type RecordedBatch } from './record.ts';
import { isDelivered } from './schedule.ts';
import { type Outgoing, sendBatch } from './send.ts';

const [largeBatch, smallBatch] = [500, 24];
const longestWait_ms = 600_000; // events and the dispatcher wake it before
const retry_ms = 1_000;

/** What delivers one webhook, beside those of the others. */
export type Runner = {
  wake: () => void;
  /** Up to where there was nothing that the webhook wanted behind what was sent; empty before it has looked. */
  lookedTo: () => string;
  /** When the oldest event happened that is not sent yet, in ms of real time; Infinity if there is none. */
  behindSince_ms: () => number;
  hasEnded: () => boolean;
  stop: () => Promise<void>;
};

/** What the runners of a server share. */
export type RunnerParts = {
  program: Program;
  feed: Feed;
  server: string;
  pace: Pace;
  watch: DeliveryWatch;
};

/** What a runner works with. */
type Line = RunnerParts & {
  id: Id<'whk'>;
  client: StrangeClient;
  signal: AbortSignal;
  /** Runs work on the database when it is the turn of the webhook's party. */
  inSession: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  lookedTo: string;
  behindSince_ms: number;
  waking: AbortController;
};

/** Delivers a webhook for as long as this server holds it: what is to be sent again first, then what is new. */
export function startRunner(parts: RunnerParts, id: Id<'whk'>, partyId: Id<'pty'>): Runner {
  const stopping = new AbortController();
  const inSession = <T>(work: (db: Db) => Promise<T>) => parts.program.sessions.deliver(partyId, work);
  const client = createStrangeClient(parts.program.config.webhooksToLoopback);
  const known = { ...parts, id, client, signal: stopping.signal, inSession };
  const line: Line = { ...known, lookedTo: '', behindSince_ms: Infinity, waking: new AbortController() };
  let hasEnded = false;
  const running = run(line).finally(() => {
    hasEnded = true;
    client.close();
  });
  return {
    wake: () => line.waking.abort(),
    lookedTo: () => line.lookedTo,
    behindSince_ms: () => line.behindSince_ms,
    hasEnded: () => hasEnded,
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}

async function run(line: Line): Promise<void> {
  const { program, id, signal } = line;
  let isFailing = false;
  while (!signal.aborted) {
    try {
      const found = await line.inSession((db) => look(line, db));
      if (!found) return;
      const { webhook, part, isLast } = found;
      if (part) await deliver(line, webhook, part);
      isFailing = false;
      if (isLast) await wait(line, webhook);
    } catch (error) {
      // That the database is away says the dispatcher, once for all webhooks.
      const isOurs = !(error instanceof PurserError);
      if (isOurs && !isFailing)
        program.log.error({ err: error, webhookId: publicId('whk', id) }, 'a webhook has to wait');
      isFailing = isOurs;
      await pause(retry_ms, null, { signal, ref: false }).catch(() => null);
    }
  }
}

/** Waits for events, or until something is to be sent again. */
async function wait(line: Line, webhook: DeliveredWebhook): Promise<void> {
  line.waking = new AbortController();
  const aborted = AbortSignal.any([line.signal, line.waking.signal]);
  await line.feed.wait(webhook.partyId, positionOf(line, webhook), longestWait_ms, aborted);
}

function positionOf({ lookedTo }: Line, { sentTo }: DeliveredWebhook): string {
  return sentTo > lookedTo ? sentTo : lookedTo;
}

/** What is sent next. `dropped` waited, and is no event that the party may read. */
type Part = { batch: readonly Outgoing[]; dropped: readonly RetryRow[]; readTo: string; now: Date };

/** A webhook and what is sent to it next; `isLast` if nothing is left then. */
type Found = { webhook: DeliveredWebhook; part: Part | null; isLast: boolean };

/** Looks for what is to be sent next. Returns null if this server does not deliver the webhook any more. */
async function look(line: Line, db: Db): Promise<Found | null> {
  const { program, server, id } = line;
  const webhook = await loadWebhook(db, id, server);
  if (!webhook) return null;
  const now = await currentTime(db);
  const { partyId } = webhook;
  const reader = {
    db,
    partyId,
    viewer: { partyId, readsOwn: false },
    own: null,
    now,
    baseUrl: program.baseUrl(),
  };
  const count = webhook.failingSince ? smallBatch : largeBatch;
  const retries = await listDueRetries(db, { id, now, count });
  if (retries.length > 0) {
    const again = await outgoingOf(reader, retries);
    const known = new Set<string>(again.map(({ event }) => event.id));
    const dropped = retries.filter(({ eventId }) => !known.has(eventId));
    return { webhook, part: { batch: again, dropped, readTo: webhook.sentTo, now }, isLast: false };
  }
  const { completeTo: to } = webhook;
  const after = positionOf(line, webhook);
  line.behindSince_ms = Infinity;
  if (after >= to) return { webhook, part: null, isLast: true };
  const { events, readTo, isLast } = await eventsAfter(reader, wantedKinds(webhook.enabledEvents), {
    after,
    to,
    count,
  });
  if (events.length === 0) {
    line.lookedTo = readTo;
    return { webhook, part: null, isLast };
  }
  line.behindSince_ms = timeOf(events[0]?.id ?? after);
  const batch = events.map((event) => ({ event, attempts: 0, asked: 0, isAgain: false }));
  return { webhook, part: { batch, dropped: [], readTo, now }, isLast: false };
}

/** Sends a part, but nothing that has to wait behind an earlier event, and stores what became of it. */
async function deliver(
  line: Line,
  webhook: DeliveredWebhook,
  { batch, dropped, readTo, now }: Part,
): Promise<void> {
  const { id, client, pace, signal, program } = line;
  const fresh = batch.filter(({ isAgain }) => !isAgain).map(({ event }) => event.resourceId);
  const blocked = await line.inSession((db) => waitingResources(db, id, fresh));
  const isHeld = ({ event, isAgain }: Outgoing): boolean => !isAgain && blocked.has(event.resourceId);
  const keys = openSecrets(program.keyring, id, webhook, now).map(signingKey);
  if (keys.length === 0) throw new Error('PURSER_SECRET lacks the secret of this webhook');
  const open = batch.filter((each) => !isHeld(each));
  const { sent, held, unsent } = await sendBatch(client, { url: webhook.url, keys }, open, {
    next: () => pace.next(webhook.partyId),
    signal,
  });
  const outcome = { sent, held: [...held, ...batch.filter(isHeld)], dropped };
  // What was not sent, because the server stops, is read again.
  const isCut = unsent.some(({ isAgain }) => !isAgain);
  await record(line, webhook, outcome, isCut ? webhook.sentTo : readTo);
}

/** Stores what became of a batch, however long the database is away. */
async function record(
  { inSession, server, signal, watch }: Line,
  webhook: DeliveredWebhook,
  outcome: RecordedBatch,
  sentTo: string,
): Promise<void> {
  for (const { answer } of outcome.sent) watch.attempted(isDelivered(answer) ? 'DELIVERED' : 'FAILED');
  for (;;) {
    try {
      const reason = await inSession(async (db) =>
        recordBatch(db, server, webhook, outcome, { sentTo, now: await currentTime(db) }),
      );
      if (reason) watch.disabled(reason);
      return;
    } catch (error) {
      if (signal.aborted) throw error;
      await pause(retry_ms, null, { signal, ref: false }).catch(() => null);
    }
  }
}
