import { setTimeout as pause } from 'node:timers/promises';
import { openConnection } from '../proof/support/load/connection.ts';

/** The size of a load: the number of connections, each with one request in flight, and the duration. */
export type LoadOptions = { connections: number; seconds: number };

/** The result of a load: its duration, the count of responses by status, and the latency of each response in ms. */
export type LoadResult = { seconds: number; statuses: Map<number, number>; latencies_ms: number[] };

const timeout_ms = 30_000;

/**
 * Generates load on a server. Throws where a request gets no response. It is hand-written because the generator shares
 * the processors with the server it measures: a general-purpose client costs more per request than the server.
 */
export async function load(
  port: number,
  { connections, seconds }: LoadOptions,
  nextRequest: () => string,
): Promise<LoadResult> {
  const result: LoadResult = { seconds, statuses: new Map(), latencies_ms: [] };
  const startedAt_ms = performance.now();
  const endAt_ms = startedAt_ms + seconds * 1000;
  const workers = Array.from({ length: connections }, () => work(port, endAt_ms, nextRequest, result));
  const timeout = pause(seconds * 1000 + timeout_ms, 'timeout', { ref: false });
  if ((await Promise.race([Promise.all(workers), timeout])) === 'timeout') {
    throw new Error(`a request got no response within ${timeout_ms / 1000} s`);
  }
  result.seconds = (performance.now() - startedAt_ms) / 1000;
  return result;
}

/** Returns the percentile of latencies, in ms. `share` is between 0 and 1. */
export function percentile(latencies_ms: readonly number[], share: number): number {
  const sorted = Float64Array.from(latencies_ms).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function work(port: number, endAt_ms: number, nextRequest: () => string, result: LoadResult): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt_ms = 0;
    const connection = openConnection(port, {
      onOpen: () => send(),
      onResponse: (status) => {
        result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
        result.latencies_ms.push(performance.now() - sentAt_ms);
        send();
      },
      onError: reject,
    });
    const send = (): void => {
      sentAt_ms = performance.now();
      if (sentAt_ms < endAt_ms) return connection.send(nextRequest());
      connection.end();
      return resolve();
    };
  });
}
