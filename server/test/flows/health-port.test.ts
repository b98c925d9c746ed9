import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { figures } from '../support/figures.ts';
import { rawRequest, sendFrom, startPost } from '../support/raw.ts';
import { main, startServer, type TestServer } from '../support/server.ts';
import { clientAt } from '../support/client.ts';

let server: TestServer;
afterEach(() => server.close());

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  return port;
}

describe('PURSER_HEALTH_PORT', () => {
  it('serves health and metrics when no connection to the API is left, and nothing else', async () => {
    const port = await freePort();
    server = await startServer({ PURSER_HEALTH_PORT: String(port), PURSER_MAX_CONNECTIONS: '1' });
    const health = `http://127.0.0.1:${port}`;
    const headers = {
      Authorization: `Bearer ${main.apiKey}`,
      'Idempotency-Key': 'k',
      'Content-Type': 'application/json',
    };
    const post = await startPost(server.baseUrl, '/payments', headers);
    expect(await sendFrom(server.baseUrl, '127.0.0.1', rawRequest('GET /healthz'))).toBe('');
    for (const path of ['/healthz', '/readyz'])
      expect((await clientAt(health, null).get(path)).status).toBe(200);
    expect(await figures(health)).toContain('purser_http_requests_in_flight 1');
    for (const path of ['/openapi.json', '/errors', '/pay/x'])
      expect((await clientAt(health, null).get(path)).status).toBe(404);
    expect((await fetch(`${health}/approvals`)).status).toBe(404);
    await post.end();
  });
});
