import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** What a round of load did: answers by status, and each answer's time in ms. */
export type LoadResult = { seconds: number; statuses: Map<number, number>; latencies_ms: number[] };

/**
 * Keeps `connections` connections busy for some seconds, each with one request under way. Written by hand because
 * the generator shares two cores with what it measures: a general client costs more per request than the server.
 */
export async function load(
  port: number,
  options: { connections: number; seconds: number },
  nextRequest: () => string,
): Promise<LoadResult> {
  const result: LoadResult = { seconds: options.seconds, statuses: new Map(), latencies_ms: [] };
  const endAt_ms = performance.now() + options.seconds * 1000;
  const workers = Array.from({ length: options.connections }, () =>
    work(port, endAt_ms, nextRequest, result),
  );
  await Promise.all(workers);
  return result;
}

/** Answers per second, counting only those with the status. */
export function perSecond(result: LoadResult, status: number): number {
  return (result.statuses.get(status) ?? 0) / result.seconds;
}

/** The latency that this share of the answers stayed below, in ms. */
export function percentile(result: LoadResult, share: number): number {
  const sorted = Float64Array.from(result.latencies_ms).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function work(port: number, endAt_ms: number, nextRequest: () => string, result: LoadResult): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let received = '';
    let sentAt_ms = 0;
    const send = (): void => {
      if (performance.now() >= endAt_ms) {
        socket.end();
        resolve();
        return;
      }
      sentAt_ms = performance.now();
      socket.write(nextRequest(), 'latin1');
    };
    socket.setEncoding('latin1');
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk: string) => {
      received += chunk;
      const length = answerLength(received);
      if (length === null || received.length < length) return;
      const status = Number(received.slice(9, 12));
      result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
      result.latencies_ms.push(performance.now() - sentAt_ms);
      received = received.slice(length);
      send();
    });
  });
}

const contentLength = /\r\ncontent-length: (\d+)/i;

function answerLength(received: string): number | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  return headEnd + 4 + Number(contentLength.exec(received.slice(0, headEnd))?.[1] ?? 0);
}
