import { setTimeout as pause } from 'node:timers/promises';
import type { Program } from '../../context.ts';
import { createFailureLog } from '../../db/failure-log.ts';
import { createFeed } from '../../events/feed.ts';
import type { Feed } from '../../events/feed.ts';
import { newId } from '../../lib/id.ts';
import type { Id } from '../../lib/id.ts';
import { claimWebhooks, deleteDeliveriesBefore, releaseWebhooks, storeLookedTo } from './queries.ts';
import { createPace } from './pace.ts';
import { startRunner } from './runner.ts';
import type { Runner } from './runner.ts';

const rest_ms = 1_000;
const claim_ms = 15_000;
const storing_ms = 5_000;
const stopTimeout_ms = 3_000;
const kept_ms = 30 * 24 * 3_600_000;

/**
 * Delivers webhooks: those that no other server of the database does. Each has a runner of its own, so that none waits
 * for the receiver of another. What a server that ends has claimed goes to another one after some seconds.
 */
function createDispatcher(program: Program, feed: Feed) {
  const server = newId('whd');
  const stopping = new AbortController();
  const { signal } = stopping;
  const pace = createPace(program.engine);
  const parts = { program, feed, server, pace };
  const failures = createFailureLog(program.log, 'webhooks');
  const runners = new Map<Id<'whk'>, Runner>();
  let running: Promise<void> = Promise.resolve();

  let storedAt_ms = 0;
  /** Stores how far runners have looked, so that no server looks there again. */
  async function storeLooks(): Promise<void> {
    if (performance.now() < storedAt_ms + storing_ms) return;
    const looks = [...runners].map(([id, runner]) => ({ id, lookedTo: runner.lookedTo() }));
    await storeLookedTo(
      program.db,
      server,
      looks.filter(({ lookedTo }) => lookedTo !== ''),
    );
    storedAt_ms = performance.now();
  }

  async function turn(): Promise<void> {
    const held = await claimWebhooks(program.db, server, claim_ms);
    const ids = new Set(held.map(({ id }) => id));
    for (const [id, runner] of runners) {
      if (ids.has(id)) continue;
      runners.delete(id);
      void runner.stop();
    }
    for (const { id, partyId, hasDue } of held) {
      const known = runners.get(id);
      const runner = known && !known.hasEnded() ? known : startRunner(parts, id, partyId);
      runners.set(id, runner);
      if (hasDue) runner.wake();
    }
    await storeLooks();
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await failures.watch(turn());
      await pause(rest_ms, null, { signal, ref: false }).catch(() => null);
    }
  }

  return {
    start(): void {
      running = run();
    },
    /** Sends nothing more, stores what was sent, and leaves the webhooks to other servers. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
      for (const runner of runners.values()) void runner.stop();
      pace.end();
      const stopped = Promise.allSettled([...runners.values()].map((runner) => runner.stop()));
      await Promise.race([stopped, pause(stopTimeout_ms, null, { ref: false })]);
      await releaseWebhooks(program.db, server).catch(() => undefined);
    },
  };
}

/** Creates the feed of events, and what delivers them to webhooks. */
export function createEventDelivery(program: Program) {
  const feed = createFeed(program);
  const dispatcher = createDispatcher(program, feed);
  return {
    feed,
    start(): void {
      feed.start();
      dispatcher.start();
    },
    stop: () => Promise.all([feed.stop(), dispatcher.stop()]),
  };
}

/** Deletes attempts to deliver that are older than 30 days, and returns how many. */
export function deleteOldDeliveries({ db }: Program, now: Date): Promise<number> {
  return deleteDeliveriesBefore(db, new Date(now.getTime() - kept_ms));
}
