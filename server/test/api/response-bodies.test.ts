import { describe, expect, it } from 'vitest';
import { rawRequest, sendRaw } from '../support/raw.ts';
import { main, customer, testServer } from '../support/server.ts';

const server = testServer();
const service = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/errors',
  '/errors/not_found',
  '/pay/x',
];
const others = ['/nothing', '/transactions', '/payments/nonsense', '/parties/me/limits'];

/** Splits a response as it was sent, with its body as bytes that the Content-Length announces. */
function bodyOf(response: string): { body: string; length: number } {
  const start = response.indexOf('\r\n\r\n') + 4;
  const length = Number(/^content-length: (\d+)/im.exec(response)?.[1]);
  return { body: response.slice(start), length };
}

describe('the body of every response', () => {
  it.each([...service, ...others])('ends with one newline, which its length counts: GET %s', async (path) => {
    const key = `Authorization: Bearer ${main.apiKey}`;
    const { body, length } = bodyOf(await sendRaw(server.baseUrl, rawRequest(`GET ${path}`, [key])));
    expect(body).toMatch(/[^\n]\n$/);
    expect(Buffer.byteLength(body)).toBe(length);
  });

  it('ends with one newline if the request is no HTTP', async () => {
    const { body, length } = bodyOf(await sendRaw(server.baseUrl, 'nonsense\r\n\r\n'));
    expect(body).toMatch(/\}\n$/);
    expect(Buffer.byteLength(body)).toBe(length);
  });

  it('ends with one newline when a payment is made and when its response is replayed', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const values = { amount: 1250, counterparty: { type: 'email', value: customer.email } };
    const send = () => server.pay(values, headers);
    const [first, again] = [await send(), await send()];
    expect(first.text).toMatch(/\}\n$/);
    expect([again.headers.get('Idempotency-Replayed'), again.text]).toEqual(['true', first.text]);
  });
});
