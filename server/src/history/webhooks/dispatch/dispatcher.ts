import { setTimeout as pause } from 'node:timers/promises';
import type { Program } from '../../../context.ts';
import { columnsOf } from '../../../db/arrays.ts';
import { createFailureLog } from '../../../db/failure-log.ts';
import type { Db } from '../../../db/pool.ts';
import type { Feed } from '../../events/feed.ts';
import type { DeliveryWatch, WebhookFigures } from '../../../http/metrics/instruments.ts';
import { type Id, newId } from '../../../lib/id.ts';
import { createPace } from '../delivery/pace.ts';
import { type Runner, startRunner } from '../delivery/runner.ts';
import { claimWebhooks, type HeldWebhook, leaveWebhooks, releaseWebhook, storeLookedTo } from './queries.ts';

const rest_ms = 1_000;
const claim_ms = 15_000;
const storing_ms = 5_000;
const stopTimeout_ms = 3_000;

/** Delivers the webhooks of a server. */
export type Dispatcher = ReturnType<typeof createDispatcher>;

/**
 * Delivers webhooks: a share of them, and none that another server of the database does. Each has a runner of its own, so
 * that none waits for the receiver of another. What a server that ends has claimed goes to others after some seconds.
 */
export function createDispatcher(program: Program, feed: Feed, watch: DeliveryWatch) {
  const server = newId('dlv');
  const stopping = new AbortController();
  const { signal } = stopping;
  const pace = createPace(program.engine);
  const parts = { program, feed, server, pace, watch };
  const failures = createFailureLog(program.log, 'webhooks');
  const runners = new Map<Id<'whk'>, Runner>();
  const leaving = new Set<Id<'whk'>>();
  const storeLooks = createLooks(program.db, server, runners);
  let failing = 0;
  let running: Promise<void> = Promise.resolve();

  async function turn(): Promise<void> {
    const { held, share } = await claimWebhooks(program.db, server, claim_ms);
    failing = held.filter(({ isFailing }) => isFailing).length;
    const ids = new Set(held.map(({ id }) => id));
    for (const [id, runner] of runners) {
      if (ids.has(id)) continue;
      runners.delete(id);
      void runner.stop();
    }
    for (const webhook of held.slice(0, share)) keep(webhook);
    for (const { id } of held.slice(share)) void failures.watch(giveUp(id));
    await storeLooks();
  }

  function keep({ id, partyId, hasDue }: HeldWebhook): void {
    if (leaving.has(id)) return;
    const known = runners.get(id);
    const runner = known && !known.hasEnded() ? known : startRunner(parts, id, partyId);
    runners.set(id, runner);
    if (hasDue) runner.wake();
  }

  /** Leaves a webhook to another server, once what is being sent is stored. */
  async function giveUp(id: Id<'whk'>): Promise<void> {
    if (leaving.has(id)) return;
    leaving.add(id);
    try {
      await runners.get(id)?.stop();
      await releaseWebhook(program.db, server, id);
      runners.delete(id);
    } finally {
      leaving.delete(id);
    }
  }

  return {
    start(): void {
      running = repeat(() => failures.watch(turn()), signal);
    },
    /** Returns what this server delivers, and how far it is behind. */
    figures: (): WebhookFigures => ({ held: runners.size, failing, delay_s: delayOf(runners.values()) }),
    /** Sends nothing more, stores what was sent, and leaves the webhooks to other servers. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
      for (const runner of runners.values()) void runner.stop();
      pace.end();
      const stopped = Promise.allSettled([...runners.values()].map((runner) => runner.stop()));
      await Promise.race([stopped, pause(stopTimeout_ms, null, { ref: false })]);
      await leaveWebhooks(program.db, server).catch(() => undefined);
    },
  };
}

/** Takes turns until the signal. */
async function repeat(turn: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await turn();
    await pause(rest_ms, null, { signal, ref: false }).catch(() => null);
  }
}

/** Returns the age in seconds of the oldest event that is not sent yet. */
function delayOf(runners: Iterable<Runner>): number {
  const oldest_ms = Math.min(...[...runners].map((runner) => runner.behindSince_ms()));
  return Math.max(0, Date.now() - oldest_ms) / 1000;
}

/** Returns what stores, every few seconds, how far runners have looked, so that no server looks there again. */
function createLooks(db: Db, server: string, runners: ReadonlyMap<Id<'whk'>, Runner>): () => Promise<void> {
  let storedAt_ms = 0;
  return async () => {
    if (performance.now() < storedAt_ms + storing_ms) return;
    const looks = [...runners].map(([id, runner]) => ({ id, lookedTo: runner.lookedTo() }));
    const found = looks.filter(({ lookedTo }) => lookedTo !== '');
    await storeLookedTo(db, { server, ...columnsOf(found, ['id', 'lookedTo']) });
    storedAt_ms = performance.now();
  };
}
