import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newKey } from '../../src/lib/secret.ts';
import { codes, type Reply } from '../support/http.ts';
import { openSilent, sendAndLeave } from '../support/raw.ts';
import { main, customer, startServer, type TestServer } from '../support/server.ts';
import { untilReady } from './support.ts';
import { whilePaymentsWait } from './waiting.ts';

let server: TestServer;
afterEach(() => server.close());

const read = (key: string) => server.as(key).get('/approvals');

/** The same as text, whose connection stays open. */
const readText = (key: string): string =>
  ['GET /approvals HTTP/1.1', 'Host: purser.test', `Authorization: Bearer ${key}`, '', ''].join('\r\n');

/** A write that does not wait for the engine. */
const write = (key: string) => server.as(key).put('/parties/me/limits', { limits: {} });

/** Retries until the response has this status: the server notices a disconnect a moment later. */
const eventually = async (status: number, send: () => Promise<Reply>) =>
  vi.waitFor(
    async () => {
      const reply = await send();
      expect(reply.status).toBe(status);
      return reply;
    },
    { timeout: 10_000, interval: 20 },
  );

describe('a server with too many requests in flight', () => {
  it('sheds reads first, then writes, with a Retry-After, and recovers when requests end', async () => {
    const places = { PURSER_MAX_IN_FLIGHT: '4', PURSER_MAX_IN_FLIGHT_PER_PARTY: '4' };
    server = await startServer(places);
    const waited = await whilePaymentsWait(server, 3, async () => {
      const shed = await read(customer.apiKey);
      expect([shed.status, codes(shed)]).toEqual([503, ['service_unavailable']]);
      expect(shed.headers.get('Retry-After')).toBe('1');
      expect((await write(customer.apiKey)).status).toBe(200);
    });
    expect(waited.map(({ status }) => status)).toEqual([201, 201, 201]);
    await whilePaymentsWait(server, 4, async () => {
      const full = await write(customer.apiKey);
      expect([full.status, codes(full)]).toEqual([503, ['service_unavailable']]);
      expect(full.headers.get('Retry-After')).toBe('1');
      expect((await server.as(null).get('/healthz')).status).toBe(200);
      await untilReady(server.baseUrl);
    });
    expect((await read(customer.apiKey)).status).toBe(200);
    expect((await write(customer.apiKey)).status).toBe(200);
  });

  it('refuses a party that has its share in flight, with all its keys, and no other party', async () => {
    server = await startServer({ PURSER_MAX_IN_FLIGHT: '8' });
    await whilePaymentsWait(server, 2, async () => {
      for (const key of [main.apiKey, main.approverApiKey, main.readOnlyApiKey, main.agentKey]) {
        const refused = await server.as(key).get('/transactions');
        expect([refused.status, codes(refused)]).toEqual([429, ['rate_limited']]);
        expect(refused.headers.get('Retry-After')).toBe('1');
      }
      expect((await read(customer.apiKey)).status).toBe(200);
      expect((await write(customer.apiKey)).status).toBe(200);
    });
    expect((await read(main.apiKey)).status).toBe(200);
  });

  it('releases the slots of clients that disconnect early, also with pipelined requests', async () => {
    server = await startServer({ PURSER_MAX_IN_FLIGHT: '8', PURSER_MAX_IN_FLIGHT_PER_PARTY: '2' });
    const request = readText(main.apiKey);
    for (let turn = 0; turn < 20; turn += 1) {
      await sendAndLeave(server.baseUrl, request);
      await sendAndLeave(server.baseUrl, request.repeat(3));
    }
    await eventually(200, () => read(main.apiKey));
    const counterparty = { type: 'email', value: 'somebody@example.com' };
    const paid = await eventually(201, () => server.pay({ amount: 1, counterparty }));
    expect(paid.status).toBe(201);
  });

  it('counts no client that nobody knows and that left before its turn came', async () => {
    server = await startServer({ PURSER_MAX_IN_FLIGHT_PER_PARTY: '2' });
    const request = readText(newKey('ak', 'sandbox').secret);
    const sockets = await Promise.all(Array.from({ length: 100 }, () => openSilent(server.baseUrl)));
    for (const socket of sockets) {
      socket.write('GET /healthz HTTP/1.1\r\nHost: purser.test\r\n\r\n');
      await once(socket, 'data');
    }
    for (const socket of sockets) socket.write(request);
    await nextTurn();
    await nextTurn(); // all have arrived, and some of them go on in each turn
    const gone = sockets.map((socket) => once(socket, 'close'));
    for (const socket of sockets) socket.resetAndDestroy();
    await Promise.all(gone);
    expect((await eventually(200, () => read(main.apiKey))).status).toBe(200);
  });
});
