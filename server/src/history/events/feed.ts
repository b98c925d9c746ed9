import { setTimeout as pause } from 'node:timers/promises';
import type { Program } from '../../context.ts';
import { createFailureLog } from '../../db/failure-log.ts';
import { firstIdAt, type Id } from '../../lib/id.ts';
import {
  advanceWatermark,
  findOldestTransaction,
  partiesWithNews,
  readWatermark,
  type Watermark,
} from './queries.ts';

const rest_ms = 50;
const idle_ms = 200; // it rests so much longer while nobody waits: a payment beside it costs 4.5 % less
const restShare = 4; // it rests this many times as long as it worked, so that many who wait do not keep the database busy
const retry_ms = 1_000; // also its longest rest: a turn that waited for a lock must not make all wait four times as long
/** A payment draws its id this long before its transaction reads the watermark, or else stores an event of its own. */
const lead_ms = 250;
const maxSteps = 6; // two watermarks
const patience_ms = 10_000;

/** Someone who waits for events of a party after an id. */
type Waiter = { partyId: Id<'pty'>; after: string; resolve: (completeTo: string | null) => void };

/** Tells who waits for events of a party that there are some. */
export type Feed = ReturnType<typeof createFeed>;

/** Takes turns until the signal, and idles between them. A turn says whether it succeeded. */
async function repeat(
  turn: () => Promise<boolean>,
  idle: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const startedAt_ms = performance.now();
    const isDone = await turn();
    const took_ms = performance.now() - startedAt_ms;
    const pause_ms = isDone ? Math.min(retry_ms, Math.max(rest_ms, restShare * took_ms)) : retry_ms;
    await pause(pause_ms, null, { signal, ref: false }).catch(() => null);
    await idle();
  }
}

/**
 * Creates the feed of events. It advances the watermark for as long as it runs: all events up to it are committed, so it
 * is safe to read on from there. Each server does so; they do not disturb each other. Warns when a transaction has held
 * events back for longer than `warnAfter_ms`.
 */
export function createFeed(program: Pick<Program, 'db' | 'log'>, warnAfter_ms = patience_ms) {
  const { db, log } = program;
  const delay = createDelay(program, warnAfter_ms);
  const failures = createFailureLog(log, 'events');
  const stopping = new AbortController();
  const { signal } = stopping;
  const waiters = new Set<Waiter>();
  const idling = createIdling();
  let running: Promise<void> = Promise.resolve();

  async function turn(): Promise<void> {
    const limit = firstIdAt(Date.now() - lead_ms);
    for (let steps = 0; steps < maxSteps && (await advanceWatermark(db, limit)); steps += 1);
    const watermark = await readWatermark(db);
    if (waiters.size > 0) await tell(watermark.completeTo);
    await delay.note(watermark);
  }

  /** Tells all who wait for events up to the watermark. One query looks for all of them, whoever they are. */
  async function tell(completeTo: string): Promise<void> {
    const asking = [...waiters].filter(({ after }) => after < completeTo);
    if (asking.length === 0) return;
    const found = await partiesWithNews(db, asking, completeTo);
    asking.forEach((waiter, index) => {
      if (found.has(index)) finish(waiter, completeTo);
      else waiter.after = completeTo;
    });
  }

  function finish(waiter: Waiter, completeTo: string | null): void {
    if (waiters.delete(waiter)) waiter.resolve(completeTo);
  }

  return {
    start(): void {
      const idle = async () => (waiters.size > 0 || signal.aborted ? undefined : idling.begin());
      running = repeat(() => failures.watch(turn()), idle, signal);
    },
    /**
     * Waits until the party may have events after an id, and returns the id up to which they are complete. Returns null
     * if there were none until `until_ms` have passed, the signal was aborted, or the server stops.
     */
    wait(partyId: Id<'pty'>, after: string, until_ms: number, aborted: AbortSignal): Promise<string | null> {
      if (signal.aborted || aborted.aborted) return Promise.resolve(null);
      return new Promise((resolve) => {
        const waiter: Waiter = { partyId, after, resolve: done };
        const end = (): void => finish(waiter, null);
        const timer = setTimeout(end, until_ms);
        function done(completeTo: string | null): void {
          clearTimeout(timer);
          aborted.removeEventListener('abort', end);
          resolve(completeTo);
        }
        aborted.addEventListener('abort', end);
        waiters.add(waiter);
        idling.end();
      });
    },
    isStopping: (): boolean => signal.aborted,
    /** Returns how many seconds ago events went on, or none waited. */
    delay_s: delay.seconds,
    async stop(): Promise<void> {
      stopping.abort();
      idling.end();
      for (const waiter of waiters) finish(waiter, null);
      await running;
    },
  };
}

/** Creates a rest that can be ended. */
function createIdling() {
  let ending = new AbortController();
  return {
    async begin(): Promise<void> {
      ending = new AbortController();
      await pause(idle_ms, null, { signal: ending.signal, ref: false }).catch(() => null);
    },
    end: (): void => ending.abort(),
  };
}

const reminder_ms = 60_000;

/**
 * Watches how long events have been held back. Every transaction that writes anywhere in the PostgreSQL holds them back
 * until it ends, so after `patience_ms` a warning names the oldest one, once a minute.
 */
function createDelay({ db, log }: Pick<Program, 'db' | 'log'>, patience_ms: number) {
  let seen = '';
  let movedAt_ms = performance.now();
  let warnedAt_ms = -Infinity;
  return {
    /** Takes the watermark after each turn of the feed. */
    async note({ completeTo, announcedTo }: Watermark): Promise<void> {
      const now_ms = performance.now();
      if (completeTo !== seen || completeTo === announcedTo) movedAt_ms = now_ms;
      seen = completeTo;
      if (now_ms - movedAt_ms <= patience_ms || now_ms - warnedAt_ms < reminder_ms) return;
      warnedAt_ms = now_ms;
      const oldest = await findOldestTransaction(db);
      if (oldest) log.warn(oldest, 'events wait for a transaction that has not ended');
    },
    /** Returns how many seconds ago events went on, or none waited. */
    seconds: (): number => (performance.now() - movedAt_ms) / 1000,
  };
}
