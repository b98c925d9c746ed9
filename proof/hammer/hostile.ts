import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxFile } from '../../server/src/start/sandbox-file.ts';
import { startFlood, type Way, waysOf } from '../support/load/hostile.ts';
import { paymentRequest } from '../support/load/requests.ts';
import type { Run } from './run.ts';

const turn_ms = 2_000;
const connections = 80;

/**
 * Settings under which one party that took more than its share of the queue would shut out the others: its share of the
 * requests under way fills the queue. As with the usual settings, one address has fewer connections than requests may
 * be authenticated at once. What is left is enough for 24 clients.
 */
export const narrowSettings = {
  PURSER_MAX_IN_FLIGHT: '160',
  PURSER_MAX_IN_FLIGHT_PER_PARTY: '76',
  PURSER_QUEUE_SIZE: '64',
  PURSER_BATCH_SIZE: '1',
  PURSER_ACQUIRE_TIMEOUT_MS: '10000', // who waits for longer beside them is shut out
  PURSER_LOCK_TIMEOUT_MS: '10000',
};

/** Lets parties of the sandbox, which the model does not know, flood all servers, in one way after the other. */
export function startHostile({ world, statistics }: Run): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const [first] = world.programs;
  const ways = first ? hostileWays(first.sandbox.parties) : [];
  const flooding = (async () => {
    while (!signal.aborted) {
      for (const { name, nextRequest } of ways) {
        const counted = (): string => {
          statistics.record('(hostile)', `sent: ${name}`);
          return nextRequest();
        };
        const way = { name, connections, nextRequest: counted };
        const floods = world.programs.map(({ port }) => startFlood(port, way));
        await pause(turn_ms, null, { signal }).catch(() => null);
        for (const stop of floods) stop();
        if (signal.aborted) return;
      }
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await flooding;
    },
  };
}

/** Payments first: by a party without money, so that they pass the engine and move nothing. */
function hostileWays(parties: SandboxFile['parties']): Way[] {
  const { delegate, stranger } = parties;
  const nextRequest = (): string => paymentRequest(delegate.apiKey, { email: stranger.email });
  return [{ name: 'payments', connections, nextRequest }, ...waysOf(parties)];
}
