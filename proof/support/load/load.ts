import { setTimeout as pause } from 'node:timers/promises';
import { openHttp } from '../http.ts';
import type { Attempt } from './attempt.ts';
import { clientOf } from './client.ts';
import type { Target, Tally } from './client.ts';
import { stories } from './stories.ts';

/** Clients at work. */
export type Load = {
  attempts: Attempt[];
  /** How often each thing came instead of success. */
  failures: Tally['failures'];
  /** How long the longest wait for an answer was. */
  slowest_ms: () => number;
  /** Resolves once so many more were acknowledged. Throws where that takes too long. */
  acknowledge: (count: number) => Promise<void>;
  /** Resolves when every client has ended by itself. */
  ended: Promise<unknown>;
  /** Lets every client finish the request that it waits for. */
  stop: () => Promise<void>;
};

/**
 * `timeout_ms`: how long a client waits for an answer. A polite client leaves when the server closes its connection after
 * an answer; any other goes on until it is stopped, whatever happens to the server.
 */
export type LoadOptions = { clients: number; timeout_ms: number; polite?: boolean };

const patience_ms = 60_000;

/** Clients that write, one request after the other. */
export function startLoad(target: Target, { clients, timeout_ms, polite = false }: LoadOptions): Load {
  const http = openHttp(target);
  const tally: Tally = { attempts: [], failures: new Map(), acknowledged: 0, slowest_ms: 0 };
  const stopping = new AbortController();

  async function work(number: number): Promise<void> {
    const { client, isLeaving } = clientOf({ target, http, tally, timeout_ms, polite }, stopping.signal);
    for (let turn = number; !isLeaving(); turn += 1) await stories[turn % stories.length]?.(client, turn);
  }
  const ended = Promise.all(Array.from({ length: clients }, (_, number) => work(number)));
  return {
    attempts: tally.attempts,
    failures: tally.failures,
    slowest_ms: () => tally.slowest_ms,
    acknowledge: async (count) => {
      const before = tally.acknowledged;
      const deadline_ms = Date.now() + patience_ms;
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

/** What came instead of success; refusals that have nothing to do with faults are left out. */
export function faultsOf({ failures }: Load): string[] {
  const verdicts = [...failures.values()].map(({ verdict }) => verdict);
  return verdicts.filter(({ kind }) => kind !== 'refused').map(({ text }) => text);
}
