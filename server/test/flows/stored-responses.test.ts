import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { refusal, resource } from '../support/http.ts';
import { advance } from '../support/moves.ts';
import { main, customer, newEmail, to, testServer } from '../support/server.ts';

const server = testServer();
const stranger = () => newEmail();
const oddDescription = 'Ünïcödé "quoted" \\ back\u2028slash 😀';

it.each([
  ['settled immediately', () => ({ amount: 7, description: oddDescription })],
  ['held for an unknown payee', () => ({ amount: 8, counterparty: stranger() })],
  ['made by an agent over its limit', () => ({ amount: 10_001 })],
])(
  'a payment %s replays the identical response under its key, even after it is closed',
  async (kind, values) => {
    const key = kind.startsWith('made') ? main.limitedAgentKey : main.apiKey;
    const headers = { 'Idempotency-Key': randomUUID() };
    const sent = { ...to(customer), ...values() };
    const first = await server.as(key).pay(sent, headers);
    expect(first.status).toBe(201);
    const cancel = await server.post(`/payments/${resource(first).id}/cancel`);
    expect(cancel.status).toBe(kind === 'settled immediately' ? 409 : 200);
    const again = await server.as(key).pay(sent, headers);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  },
);

it('a payment is never made again under its key, however late the retry', async () => {
  const headers = { 'Idempotency-Key': randomUUID() };
  const first = await server.pay({ ...to(customer), amount: 9 }, headers);
  await advance(server, 5 * 365 * 24 * 3_600);
  const again = await server.pay({ ...to(customer), amount: 9 }, headers);
  expect([again.status, again.text]).toEqual([201, first.text]);
  const another = await server.pay({ ...to(customer), amount: 10 }, headers);
  expect(refusal(another)).toEqual([409, ['idempotency_key_reused'], ['Idempotency-Key']]);
});
