import { setTimeout as pause } from 'node:timers/promises';
import { openHttpClient } from '../http.ts';
import type { Attempt } from './attempt.ts';
import { createClient, type Tally, type Target } from './client.ts';
import { scenarios } from './scenarios.ts';

/** A running load. */
export type Load = {
  attempts: Attempt[];
  /** How often each outcome other than success occurred. */
  failures: Tally['failures'];
  /** The longest time a request took. */
  slowest_ms: () => number;
  /** Resolves when this many more writes are acknowledged. Throws where that takes too long. */
  acknowledge: (count: number) => Promise<void>;
  /** Resolves when every client has stopped. */
  ended: Promise<unknown>;
  /** Stops every client after the request it is waiting for. */
  stop: () => Promise<void>;
};

/**
 * `timeout_ms` is how long a client waits for a response. With `stopsOnClose` a client stops when the server closes its
 * connection after a response; otherwise it continues until it is stopped, whatever happens to the server.
 */
export type LoadOptions = { clients: number; timeout_ms: number; stopsOnClose?: boolean };

const acknowledgeTimeout_ms = 60_000;

/**
 * Settings of a server under this load. The bank is fast, so that faults hit transfers in progress. As much as may waits
 * for approval: a payment that was only acknowledged by a retry after a fault is decided on by nobody.
 */
export const loadSettings = { PURSER_SANDBOX_SETTLE_MS: '50', PURSER_MAX_IN_REVIEW_PER_AGENT: '10000' };

/** Starts clients that send writes, each one request after the other. */
export function startLoad(target: Target, { clients, timeout_ms, stopsOnClose = false }: LoadOptions): Load {
  const http = openHttpClient(target);
  const tally: Tally = { attempts: [], failures: new Map(), acknowledged: 0, slowest_ms: 0 };
  const stopping = new AbortController();

  async function work(number: number): Promise<void> {
    const options = { target, http, tally, timeout_ms, stopsOnClose };
    const { client, isStopping } = createClient(options, stopping.signal);
    for (let turn = number; !isStopping(); turn += 1)
      await scenarios[turn % scenarios.length]?.(client, turn);
  }
  const ended = Promise.all(Array.from({ length: clients }, (_, number) => work(number)));
  return {
    attempts: tally.attempts,
    failures: tally.failures,
    slowest_ms: () => tally.slowest_ms,
    acknowledge: async (count) => {
      const before = tally.acknowledged;
      const deadline_ms = Date.now() + acknowledgeTimeout_ms;
      for (let more = 0; more < count; more = tally.acknowledged - before) {
        if (Date.now() > deadline_ms)
          throw new Error(`only ${more} of ${count} more writes are acknowledged`);
        await pause(1);
      }
    },
    ended,
    stop: async () => {
      stopping.abort();
      await ended;
      http.close();
    },
  };
}

/** Returns the descriptions of all failures except final refusals, which have nothing to do with faults. */
export function faultsOf({ failures }: Load): string[] {
  const verdicts = [...failures.values()].map(({ verdict }) => verdict);
  return verdicts.filter(({ kind }) => kind !== 'refused').map(({ text }) => text);
}
