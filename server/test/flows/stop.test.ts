import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { openSilent, rawRequest, sendRaw } from '../support/raw.ts';
import { startServer } from '../support/server.ts';
import { whilePaymentsWait } from './waiting.ts';

/**
 * A client in a thread of its own: it sends a request and reports the response. Then it waits until the flag is 1,
 * sends the request again half a second later, sets the flag to 2, and reports how that ended.
 */
const client = `
  const { workerData: { port, request, flag }, parentPort } = require('node:worker_threads');
  const socket = require('node:net').connect(port, '127.0.0.1', () => socket.write(request));
  const report = (text) => parentPort.postMessage(text);
  socket.on('error', ({ code }) => report(code));
  socket.on('close', () => report('closed'));
  socket.on('data', (data) => {
    report(data.toString());
    if (flag[0] === 2) return;
    Atomics.wait(flag, 0, 0);
    Atomics.wait(flag, 0, 1, 500);
    socket.write(request, () => {
      Atomics.store(flag, 0, 2);
      Atomics.notify(flag, 0);
    });
  });
`;

/** A request that keeps its connection. */
const kept = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: purser.test\r\n\r\n`;

const enoughTime = { PURSER_SHUTDOWN_TIMEOUT_MS: '10000' };

describe('a graceful stop', () => {
  it('responds to requests that arrive while the process is too busy to see them', async () => {
    const server = await startServer(enoughTime);
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const request = 'GET /healthz HTTP/1.1\r\nHost: purser.test\r\n\r\n';
    const worker = new Worker(client, {
      eval: true,
      workerData: { port: Number(new URL(server.baseUrl).port), request, flag },
    });
    expect((await once(worker, 'message'))[0]).toMatch(/^HTTP\/1\.1 200/);
    const outcome = once(worker, 'message');
    const closed = server.close();
    await new Promise((resolve) => setImmediate(resolve)); // the stop has begun
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
    Atomics.wait(flag, 0, 1); // nothing else runs in this thread until the request is sent
    expect((await outcome)[0]).toMatch(/^HTTP\/1\.1 200/);
    await closed;
    await worker.terminate();
  });

  it('responds to requests under way, and closes their connections', async () => {
    const server = await startServer(enoughTime);
    const closing: Array<Promise<void>> = [];
    const [paid] = await whilePaymentsWait(server, 1, async () => {
      closing.push(server.close());
      await new Promise((resolve) => setImmediate(resolve));
    });
    expect(paid?.status).toBe(201);
    await Promise.all(closing);
  });

  it.each([
    ['an unknown address', rawRequest('GET /nothing')],
    ['a bad Host header', 'GET /approvals HTTP/1.1\r\n\r\n'],
    ['a method that is not allowed', rawRequest('PATCH /approvals')],
    ['an invalid URL', rawRequest('GET /%zz')],
    ['no key', rawRequest('GET /approvals')],
  ])('closes the connection after the response to a request with %s', async (_what, text) => {
    const server = await startServer(enoughTime);
    const closing: Array<Promise<void>> = [];
    await whilePaymentsWait(server, 1, async () => {
      closing.push(server.close());
      await new Promise((resolve) => setImmediate(resolve)); // the stop has begun
      const sent = text.replace('Connection: close\r\n', '');
      expect(await sendRaw(server.baseUrl, sent)).toMatch(/^HTTP\/1\.1 4.*\r\nconnection: close\r\n/is);
    });
    await Promise.all(closing);
  });

  it('does not wait for a client that polls /readyz, and connects again when it is disconnected', async () => {
    const server = await startServer({ PURSER_SHUTDOWN_TIMEOUT_MS: '600000' });
    let received = '';
    const poll = async (): Promise<unknown> => {
      const socket = await openSilent(server.baseUrl);
      const ask = () => socket.write(kept('/readyz'));
      socket.on('data', (part) => {
        received += part.toString();
        setTimeout(ask, 10);
      });
      socket.once('close', () => void poll().catch(() => undefined)); // in vain once the port is closed
      ask();
      return once(socket, 'data');
    };
    await poll();
    await server.close();
    expect(received).toContain('"reason":"stopping"');
  });

  it('does not wait for connections that send nothing, or only half a request', async () => {
    const server = await startServer();
    const silent = await openSilent(server.baseUrl);
    const half = await openSilent(server.baseUrl);
    half.write(rawRequest('GET /healthz').slice(0, 20));
    const ends = [silent, half].map((socket) => once(socket.resume(), 'close'));
    await server.close();
    expect(await Promise.all(ends)).toHaveLength(2);
  });
});
