import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, pay, refusal, resource } from '../support/http.ts';
import { advance } from '../support/moves.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const stranger = () => ({ type: 'email', value: `${randomUUID()}@example.com` });
const oddDescription = 'Ünïcödé "quoted" \\ back\u2028slash 😀';

it.each([
  ['settled immediately', () => ({ amount: 7, description: oddDescription })],
  ['held for an unknown payee', () => ({ amount: 8, counterparty: stranger() })],
  ['made by an agent over its limit', () => ({ amount: 10_001 })],
])(
  'a payment %s replays the identical response under its key, even after it is closed',
  async (kind, values) => {
    const { main, customer } = server.parties;
    const key = kind.startsWith('made') ? main.limitedAgentKey : main.apiKey;
    const counterparty = { type: 'party_id', value: customer.partyId };
    const headers = { 'Idempotency-Key': randomUUID() };
    const sent = { counterparty, ...values() };
    const first = await pay(server.baseUrl, key, sent, headers);
    expect(first.status).toBe(201);
    const cancel = await call(server.baseUrl, 'POST', `/payments/${resource(first).id}/cancel`, {
      key: main.apiKey,
    });
    expect(cancel.status).toBe(kind === 'settled immediately' ? 409 : 200);
    const again = await pay(server.baseUrl, key, sent, headers);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  },
);

it('a payment is never made again under its key, however late the retry', async () => {
  const { main, customer } = server.parties;
  const counterparty = { type: 'party_id', value: customer.partyId };
  const headers = { 'Idempotency-Key': randomUUID() };
  const first = await pay(server.baseUrl, main.apiKey, { counterparty, amount: 9 }, headers);
  await advance(server, 5 * 365 * 24 * 3_600);
  const again = await pay(server.baseUrl, main.apiKey, { counterparty, amount: 9 }, headers);
  expect([again.status, again.text]).toEqual([201, first.text]);
  const another = await pay(server.baseUrl, main.apiKey, { counterparty, amount: 10 }, headers);
  expect(refusal(another)).toEqual([409, ['idempotency_key_reused'], ['Idempotency-Key']]);
});
