import { afterEach, describe, expect, it } from 'vitest';
import { refusal, type Reply } from '../support/http.ts';
import { main, customer, startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
afterEach(() => server.close());

const read = (key: string | null) => server.as(key).get('/approvals');

/** Refills so slowly that no token is added during a test. */
async function startWith(burst: number): Promise<void> {
  server = await startServer({
    PURSER_RATE_PER_SECOND: '1',
    PURSER_RATE_BURST: String(burst),
    PURSER_ANONYMOUS_RATE_PER_SECOND: '1',
    PURSER_ANONYMOUS_RATE_BURST: String(burst),
  });
}

/** Sends until a request is refused; the bucket may gain a token meanwhile. */
async function untilRefused(send: () => Promise<Reply>, most: number): Promise<Reply[]> {
  const replies = [await send()];
  while (replies.at(-1)?.status !== 429 && replies.length < most) replies.push(await send());
  return replies;
}

describe('a client above its rate limit', () => {
  it('is refused with a Retry-After, while other clients are served', async () => {
    await startWith(5);
    const replies = await untilRefused(() => read(main.apiKey), 50);
    expect(replies.length).toBeGreaterThan(5);
    const refused = replies.at(-1) as Reply;
    expect(refusal(refused)).toEqual([429, ['rate_limited'], [undefined]]);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
    expect((await read(customer.apiKey)).status).toBe(200);
    expect((await read(main.readOnlyApiKey)).status).toBe(200);
    expect((await read(null)).status).toBe(401);
  });

  it('moves no money with a refused request', async () => {
    await startWith(3);
    const counterparty = { type: 'email', value: 'somebody@example.com' };
    const replies = await untilRefused(() => server.pay({ amount: 1, counterparty }), 50);
    const paid = replies.filter((reply) => reply.status === 201).length;
    const [row] = await server.sql<{ count: number }>('SELECT count(*)::int FROM payments');
    expect(row?.count).toBe(paid);
  });

  it('without a usable key is counted by its address, whatever keys it tries', async () => {
    await startWith(4);
    let attempt = 0;
    const replies = await untilRefused(() => read(`guess-${(attempt += 1)}`), 50);
    expect(replies[0]?.status).toBe(401);
    expect(replies.at(-1)?.status).toBe(429);
    expect((await read(main.apiKey)).status).toBe(200);
    expect((await server.as(null).get('/healthz')).status).toBe(200);
    expect((await server.as(null).get('/readyz')).status).toBe(200);
  });

  it('cannot evade the limit with new conversation ids', async () => {
    await startWith(3);
    let conversation = 0;
    const send = () =>
      server.as(main.apiKey).get('/approvals', { 'X-Instance-ID': `chat ${(conversation += 1)}` });
    expect((await untilRefused(send, 50)).at(-1)?.status).toBe(429);
  });
});

describe('every response', () => {
  it('states the rate-limit status, in both spellings', async () => {
    await startWith(10);
    const replies = [await read(main.apiKey), await read(null), await server.get('/payments/nonsense')];
    for (const { headers } of replies) {
      expect(headers.get('RateLimit-Policy')).toBe('"default";q=10;w=10');
      expect(headers.get('RateLimit')).toMatch(/^"default";r=[0-9];t=[0-9]+$/);
      expect(headers.get('X-RateLimit-Limit')).toBe('10');
      expect(Number(headers.get('X-RateLimit-Remaining'))).toBeLessThan(10);
      expect(Number(headers.get('X-RateLimit-Reset'))).toBeGreaterThan(1_700_000_000);
    }
  });
});
