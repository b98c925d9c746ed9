import { setTimeout as pause } from 'node:timers/promises';
import type { Program } from '../context.ts';
import { firstIdAt } from '../lib/id.ts';
import { advanceWatermark } from './queries.ts';

const rest_ms = 50;
const retry_ms = 1_000;
/** A payment draws its id this long before its transaction reads the watermark, or else stores an event of its own. */
const lead_ms = 250;
const maxSteps = 6; // two watermarks

/**
 * Advances the watermark of events for as long as the server runs: all events up to it are committed, so it is safe to
 * read on from there. Each server does so; they do not disturb each other.
 */
export function startWatermark({ db }: Pick<Program, 'db'>) {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function run(): Promise<void> {
    while (!signal.aborted) {
      const isAvailable = await advance(db).then(
        () => true,
        () => false, // the database is away; whoever needs it says so
      );
      await pause(isAvailable ? rest_ms : retry_ms, null, { signal, ref: false }).catch(() => null);
    }
  }
  const running = run();
  return {
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}

async function advance(db: Program['db']): Promise<void> {
  const limit = firstIdAt(Date.now() - lead_ms);
  for (let steps = 0; steps < maxSteps && (await advanceWatermark(db, limit)); steps += 1);
}
