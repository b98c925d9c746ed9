import { afterEach, describe, expect, it, vi } from 'vitest';
import { call, codes, pay } from '../support/http.ts';
import type { Reply } from '../support/reply.ts';
import { sendAndLeave, startPost } from '../support/raw.ts';
import type { OpenPost } from '../support/raw.ts';
import { startServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
const open: OpenPost[] = [];
afterEach(async () => {
  await endAll();
  await server.close();
});

/**
 * Starts `requests` requests of a key whose bodies do not arrive: they stay in flight until they are ended.
 */
async function keepBusy(key: string, requests: number): Promise<void> {
  const headers = {
    Authorization: `Bearer ${key}`,
    'Idempotency-Key': 'k',
    'Content-Type': 'application/json',
  };
  for (let index = 0; index < requests; index += 1)
    open.push(await startPost(server.baseUrl, '/payments', headers));
}

function endAll(): Promise<unknown> {
  return Promise.all(open.splice(0).map((each) => each.end()));
}

const read = (key: string) => call(server.baseUrl, 'GET', '/approvals', { key });
const write = (key: string): Promise<Reply> =>
  pay(server.baseUrl, key, { amount: 1, counterparty: { type: 'email', value: 'somebody@example.com' } });

/** Retries until the response has this status: the server notices a disconnect a moment later. */
async function eventually(status: number, send: () => Promise<Reply>): Promise<Reply> {
  return vi.waitFor(
    async () => {
      const reply = await send();
      expect(reply.status).toBe(status);
      return reply;
    },
    { timeout: 10_000, interval: 20 },
  );
}

describe('a server with too many requests in flight', () => {
  it('sheds reads first, then writes, with a Retry-After, and recovers when requests end', async () => {
    server = await startServer({ PURSER_MAX_IN_FLIGHT: '4' });
    const { main, customer } = server.parties;
    await keepBusy(main.apiKey, 3);
    const shed = await read(customer.apiKey);
    expect([shed.status, codes(shed)]).toEqual([503, ['service_unavailable']]);
    expect(shed.headers.get('Retry-After')).toBe('1');
    expect((await write(customer.apiKey)).status).toBe(201);
    await keepBusy(main.apiKey, 1);
    const full = await write(customer.apiKey);
    expect([full.status, codes(full)]).toEqual([503, ['service_unavailable']]);
    expect(full.headers.get('Retry-After')).toBe('1');
    expect((await call(server.baseUrl, 'GET', '/healthz')).status).toBe(200);
    expect((await call(server.baseUrl, 'GET', '/readyz')).status).toBe(200);
    await endAll();
    await eventually(200, () => read(customer.apiKey));
    await eventually(201, () => write(customer.apiKey));
  });

  it('refuses a key that has too many requests in flight, and no other key', async () => {
    // Keys are looked up in order: once this key is known, so are those before it.
    server = await startServer({ PURSER_MAX_IN_FLIGHT_PER_CREDENTIAL: '2' });
    const { main, customer } = server.parties;
    await keepBusy(main.apiKey, 2);
    expect((await read(customer.apiKey)).status).toBe(200);
    const refused = await write(main.apiKey);
    expect([refused.status, codes(refused)]).toEqual([429, ['rate_limited']]);
    expect(refused.headers.get('Retry-After')).toBe('1');
    expect((await write(main.approverApiKey)).status).toBe(201);
    await endAll();
    await eventually(201, () => write(main.apiKey));
  });

  it('releases the slots of clients that disconnect early, also with pipelined requests', async () => {
    server = await startServer({ PURSER_MAX_IN_FLIGHT: '8', PURSER_MAX_IN_FLIGHT_PER_CREDENTIAL: '2' });
    const { apiKey } = server.parties.main;
    const lines = ['Host: purser.test', `Authorization: Bearer ${apiKey}`, '', ''];
    const request = ['GET /approvals HTTP/1.1', ...lines].join('\r\n');
    for (let turn = 0; turn < 20; turn += 1) {
      await sendAndLeave(server.baseUrl, request);
      await sendAndLeave(server.baseUrl, request.repeat(3));
    }
    expect((await eventually(200, () => read(apiKey))).status).toBe(200);
  });
});
