import type { IncomingMessage } from 'node:http';
import { fault } from '../errors.ts';
import { maxBodyLength, tooLarge } from './body.ts';
import { type Arrived, isLarge, paceLarge } from './large-bodies.ts';

const grace_ms = 5_000;
const bytesPerSecond = 16 * 1024; // the longest body may take 16 s
const checkInterval_ms = 1_000;

/** Is told of a body that has arrived, or why it did not. */
type Received = (arrived: Arrived) => void;

const nothing = Buffer.alloc(0);

/** A request whose body is to be received, the announced length in bytes (null for chunks), and how long it may take. */
type Awaited = { message: IncomingMessage; announced: number | null; timeout_ms: number };

/**
 * Receives a body as `receiveBody` does, a large one when its party may send it: until then the system holds what the
 * client sends. Whether chunks are large is known only once they are there. Fails with `rate_limited` too.
 */
export function receivePaced(awaited: Awaited, party: string, received: Received): void {
  const { announced } = awaited;
  if (announced !== null && !isLarge(announced)) return receiveBody(awaited, received);
  const receive = (): Promise<Arrived> => new Promise((resolve) => receiveBody(awaited, resolve));
  const paced = announced === null ? receive().then(paceArrived) : paceLarge(party, receive);
  paced.then(received, (error: Error) => received({ error, body: nothing, length: 0 }));

  function paceArrived(arrived: Arrived): Arrived | Promise<Arrived> {
    return isLarge(arrived.length) ? paceLarge(party, () => Promise.resolve(arrived)) : arrived;
  }
}

/**
 * Reads a body: at once if all of it is there, as it is if it came in one packet with its head. Fails with
 * `payload_too_large`, and with `request_timeout` if after 5 s less than 16 KiB per second has arrived on average, if it is
 * not complete after `timeout_ms`, or if the client has left.
 */
export function receiveBody({ message, announced, timeout_ms }: Awaited, received: Received): void {
  if (message.destroyed) return received({ error: tooSlow(), body: nothing, length: 0 });
  const isThere = message.readableLength === announced;
  if (!isThere) return awaitBody(message, timeout_ms, received);
  const body = message.read() as Buffer | null;
  message.resume(); // to its end: Node would keep the request until then
  received(arrivedAs(body ?? nothing));
}

function awaitBody(message: IncomingMessage, timeout_ms: number, received: Received): void {
  const startedAt_ms = performance.now();
  const chunks: Buffer[] = [];
  let length = 0;
  const end = (): void => {
    clearTimeout(timer);
    message.off('data', onData).off('end', onEnd).off('error', onError);
  };
  const onError = (error: Error): void => {
    end();
    received({ error, body: nothing, length });
  };
  const onEnd = (): void => {
    end();
    received(arrivedAs(Buffer.concat(chunks, length)));
  };
  const onData = (chunk: Buffer): void => {
    length += chunk.length;
    chunks.push(chunk);
    if (length > maxBodyLength) onError(tooLarge());
  };
  const check = (): void => {
    const elapsed_ms = performance.now() - startedAt_ms;
    const left_ms = timeout_ms - elapsed_ms;
    if (left_ms <= 0 || length < (elapsed_ms / 1000) * bytesPerSecond) return onError(tooSlow());
    timer = setTimeout(check, Math.min(checkInterval_ms, left_ms));
  };
  let timer = setTimeout(check, Math.min(grace_ms, timeout_ms));
  message.on('data', onData).on('end', onEnd).on('error', onError);
}

function arrivedAs(body: Buffer): Arrived {
  return { error: null, body, length: body.length };
}

function tooSlow() {
  return fault('request_timeout', 'The body did not arrive in time. Nothing was done.');
}
