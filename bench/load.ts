import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How much load: so many connections, each with one request under way, for so long. */
export type LoadOptions = { connections: number; seconds: number };

/** What a round of load did: how long it took, answers by status, and each answer's time in ms. */
export type LoadResult = { seconds: number; statuses: Map<number, number>; latencies_ms: number[] };

const patience_ms = 30_000;

/**
 * Keeps connections busy for some seconds. Written by hand because the generator shares the processors with what it
 * measures: a general client costs more per request than the server.
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
  const patience = pause(seconds * 1000 + patience_ms, 'silence', { ref: false });
  if ((await Promise.race([Promise.all(workers), patience])) === 'silence') {
    throw new Error(`a request was not answered within ${patience_ms / 1000} s`);
  }
  result.seconds = (performance.now() - startedAt_ms) / 1000;
  return result;
}

/** The latency that this share of the answers stayed below, in ms. */
export function percentile(latencies_ms: readonly number[], share: number): number {
  const sorted = Float64Array.from(latencies_ms).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function work(port: number, endAt_ms: number, nextRequest: () => string, result: LoadResult): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt_ms = 0;
    const connection = openConnection(port, {
      opened: () => send(),
      answered: (status) => {
        result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
        result.latencies_ms.push(performance.now() - sentAt_ms);
        send();
      },
      failed: reject,
    });
    const send = (): void => {
      sentAt_ms = performance.now();
      if (sentAt_ms < endAt_ms) return connection.send(nextRequest());
      connection.end();
      return resolve();
    };
  });
}

/** What happens on a connection. The body is empty unless it is to be kept. */
type Listener = {
  opened: () => void;
  answered: (status: number, body: string) => void;
  failed: (error: Error) => void;
};

/** A connection that carries one request at a time. */
export function openConnection(port: number, { opened, answered, failed }: Listener, keepBodies = false) {
  let [status, missing] = [0, 0];
  let parts: Buffer[] = [];
  // What is kept is copied: the bytes are in the buffer of the connection, which the next ones overwrite.
  const begin = (bytes: Buffer): boolean => {
    const headEnd = bytes.indexOf(endOfHead);
    if (headEnd < 0) {
      parts = [Buffer.from(bytes)];
      return false;
    }
    const bodyStart = headEnd + endOfHead.length;
    status = Number(bytes.toString('latin1', 9, 12));
    missing = bodyStart + bodyLength(bytes.subarray(0, bodyStart)) - bytes.length;
    parts = keepBodies ? [Buffer.from(bytes.subarray(bodyStart))] : [];
    return true;
  };
  const received = (chunk: Buffer): void => {
    if (missing > 0) {
      missing -= chunk.length;
      if (keepBodies) parts.push(Buffer.from(chunk));
    } else if (!begin(parts.length === 0 ? chunk : Buffer.concat([...parts, chunk]))) return;
    if (missing > 0) return;
    const body = keepBodies ? Buffer.concat(parts).toString() : '';
    parts = [];
    answered(status, body);
  };
  const socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    // One buffer for all that comes: no garbage for each answer.
    onread: {
      buffer: Buffer.allocUnsafe(64 * 1024),
      callback: (length, bytes) => {
        received(Buffer.from(bytes.buffer, bytes.byteOffset, length));
        return true;
      },
    },
  });
  socket.on('connect', opened);
  socket.on('error', failed);
  socket.on('close', () => failed(new Error('the server closed a connection')));
  return {
    send: (request: string): void => void socket.write(request, 'latin1'),
    end: (): void => void socket.removeAllListeners('close').end(),
  };
}

const endOfHead = Buffer.from('\r\n\r\n');
// As the servers send it that are measured here: to look for every spelling would cost as much as all the rest.
const contentLength = Buffer.from('\r\ncontent-length: ');

function bodyLength(head: Buffer): number {
  const at = head.indexOf(contentLength);
  const start = at + contentLength.length;
  return at < 0 ? 0 : Number.parseInt(head.toString('latin1', start, start + 10), 10);
}
