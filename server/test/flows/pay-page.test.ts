import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attributes, call, codes, resource } from '../support/http.ts';
import type { Reply } from '../support/reply.ts';
import { idOf } from '../support/ledger.ts';
import { serveOn, startServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { rewrite } from './support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

async function requestPayment(baseUrl = server.baseUrl): Promise<{ id: string; url: string }> {
  const payer = { type: 'phone', value: '+14155550123' };
  const reply = await call(baseUrl, 'POST', '/payment-requests', {
    key: server.parties.main.apiKey,
    body: attributes({ amount: 1250, payer }),
    headers: { 'Idempotency-Key': randomUUID() },
  });
  const { id, attributes: shown } = resource(reply);
  return { id: idOf(id), url: String(shown['paymentLinkUrl']) };
}

// A request that is being paid or was paid has a payment and a payer.
const endRequest = `UPDATE payment_requests SET status = $2,
  payment_id = CASE WHEN $2 IN ('PROCESSING', 'COMPLETED') THEN id END,
  payer_party_id = CASE WHEN $2 IN ('PROCESSING', 'COMPLETED') THEN party_id END WHERE id = $1`;

const open = (url: string): Promise<Reply> => call('', 'GET', url);

describe('the payment page', () => {
  it('is served at the link', async () => {
    const { url } = await requestPayment();
    expect(url.startsWith(`${server.baseUrl}/pay/`)).toBe(true);
    expect((await open(url)).status).toBe(200);
  });

  it('disappears once the request is closed, and looks like an unknown link', async () => {
    const { id, url } = await requestPayment();
    const unknown = await open(`${server.baseUrl}/pay/${'A'.repeat(32)}`);
    for (const status of ['PROCESSING', 'COMPLETED', 'CANCELED', 'DECLINED', 'EXPIRED']) {
      await server.sql(endRequest, [id, status]);
      const reply = await open(url);
      expect([status, reply.status, reply.text]).toEqual([status, 404, unknown.text]);
      expect([...reply.headers.keys()]).toEqual([...unknown.headers.keys()]);
    }
  });

  it("disappears at the expiry by the service's clock, before any task has run", async () => {
    const { id, url } = await requestPayment();
    const inAnHour = `UPDATE payment_requests SET expires_at = now() + interval '1 hour' WHERE id = $1`;
    await rewrite(server.connection, inAnHour, [id]);
    expect((await open(url)).status).toBe(200);
    await server.sql('UPDATE installation SET clock_offset_ms = 3600000');
    expect((await open(url)).status).toBe(404);
    await server.sql('UPDATE installation SET clock_offset_ms = 0');
    expect((await open(url)).status).toBe(200);
  });

  it("escapes a party's name and address", async () => {
    const { main } = server.parties;
    const name = `</bdi></dd><script>alert(1)</script>\u202e\u2069&`;
    const email = `"><img/src=x>@example.com`;
    const { url } = await requestPayment();
    await server.sql('UPDATE parties SET name = $2, email = $3 WHERE id = $1', [
      idOf(main.partyId),
      name,
      email,
    ]);
    const { text } = await open(url);
    expect(text).toContain('<bdi>&lt;/bdi&gt;&lt;/dd&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;</bdi>');
    expect(text).toContain('<bdi>&quot;&gt;&lt;img/src=x&gt;@example.com</bdi>');
    expect(text).not.toMatch(/<script|<img/);
    await server.sql('UPDATE parties SET email = NULL WHERE id = $1', [idOf(main.partyId)]);
    expect((await open(url)).text).not.toMatch(/null|@example/);
  });

  it('is rate-limited like every request without a key', async () => {
    const limits = { PURSER_ANONYMOUS_RATE_PER_SECOND: '1', PURSER_ANONYMOUS_RATE_BURST: '3' };
    const small = await serveOn(server.connection, limits);
    const { url } = await requestPayment(small.baseUrl);
    const replies = [];
    for (let turn = 0; turn < 5; turn += 1) replies.push(await open(url));
    expect(replies[0]?.status).toBe(200);
    const last = replies.at(-1) ?? (await open(url));
    expect([last.status, codes(last)]).toEqual([429, ['rate_limited']]);
    expect(Number(last.headers.get('Retry-After'))).toBeGreaterThan(0);
    await small.close();
  });
});
