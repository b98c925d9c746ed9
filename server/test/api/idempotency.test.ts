import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { attributes, call, codes, refusal, resource, resources, type Reply } from '../support/http.ts';
import { main, customer, stranger, to, testServer } from '../support/server.ts';

const server = testServer();
const reused = [409, ['idempotency_key_reused'], ['Idempotency-Key']];
const isReplay = (reply: Reply): boolean => reply.headers.get('Idempotency-Replayed') === 'true';

function good(): { amount: number; counterparty: object; description: string } {
  const counterparty = { type: 'email', value: stranger.email };
  return { amount: 3, counterparty, description: 'Once' };
}

const payOnce = (key: string, change: object = {}, headers = {}, apiKey = main.apiKey) =>
  server.as(apiKey).pay({ ...good(), ...change }, { 'Idempotency-Key': key, ...headers });

async function newestOf(apiKey: string): Promise<string | undefined> {
  const reply = await server.as(apiKey).get('/transactions?type=payment&limit=1');
  return resources(reply)[0]?.relationships['payment']?.data?.id;
}

describe('one idempotency key', () => {
  it('sent fifty times at once makes one payment and gets fifty equal responses', async () => {
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 50 }, () => payOnce(key)));
    expect(new Set(replies.map((reply) => `${reply.status} ${reply.text}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(201);
    expect(replies.filter(isReplay).length).toBe(49);
  });

  it('with another request is refused and makes no payment', async () => {
    const key = randomUUID();
    const first = resource(await payOnce(key));
    const changes = [
      { amount: 4 },
      { currency: 'EUR' },
      { description: 'Twice' },
      { description: undefined },
      { counterparty: { type: 'email', value: 'other@example.com' } },
      to(stranger),
      { customerPartyId: main.partyId },
    ];
    for (const change of changes) expect(refusal(await payOnce(key, change))).toEqual(reused);
    expect(await newestOf(main.apiKey)).toBe(first.id);
    expect(isReplay(await payOnce(key))).toBe(true);
  });

  it('sent at the same time with two different requests makes only one of the two payments', async () => {
    const key = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => payOnce(key, { amount: 1 + (index % 2) })),
    );
    expect(replies.filter((reply) => reply.status === 201).length).toBe(10);
    expect(replies.filter((reply) => codes(reply)[0] === 'idempotency_key_reused').length).toBe(10);
  });

  it('replays a request that is only formatted differently', async () => {
    const key = randomUUID();
    const first = await payOnce(key);
    const counterparty = { value: stranger.email.toUpperCase(), type: 'email' };
    const body = JSON.stringify({
      data: {
        type: 'payment',
        attributes: { description: 'Once', counterparty, currency: 'USD', amount: 3 },
      },
    }).replace('Once', '\\u004fnce');
    const again = await call(server.baseUrl, 'POST', '/api/payments', {
      key: main.createOnlyApiKey,
      body: `\n ${body}\t`,
      headers: { 'Idempotency-Key': key, 'X-Instance-ID': 'another conversation' },
    });
    expect([isReplay(again), again.text]).toEqual([true, first.text]);
  });

  it('replays a request whether a default is sent or left out, and with no query', async () => {
    const key = randomUUID();
    const first = await payOnce(key, { description: undefined });
    for (const change of [
      { description: null },
      { description: undefined, currency: 'USD' },
      { description: null, currency: 'USD' },
    ]) {
      const again = await payOnce(key, change);
      expect([isReplay(again), again.text]).toEqual([true, first.text]);
    }
    const withQuery = await server.post(
      '/payments?currency=EUR',
      { ...good(), description: null },
      { 'Idempotency-Key': key },
    );
    expect(refusal(withQuery)).toEqual([400, ['invalid_value'], ['currency']]);
    for (const change of [{}, { description: '' }, { description: null, currency: 'EUR' }]) {
      expect(refusal(await payOnce(key, change))).toEqual(reused);
    }
  });

  it('replays only to the agent that used it first', async () => {
    const key = randomUUID();
    const asAgent = { 'X-Agent-ID': main.agentId, 'X-Instance-ID': 'chat 1' };
    const first = await payOnce(key, {}, asAgent);
    expect(refusal(await payOnce(key))).toEqual(reused);
    expect(refusal(await payOnce(key, {}, {}, main.limitedAgentKey))).toEqual(reused);
    const elsewhere = await payOnce(key, {}, { ...asAgent, 'X-Instance-ID': 'chat 2' });
    expect([isReplay(elsewhere), elsewhere.text]).toEqual([true, first.text]);
    const byKey = await payOnce(key, {}, {}, main.agentKey);
    expect([isReplay(byKey), byKey.text]).toEqual([true, first.text]);
  });

  it('does not affect the same key of another party', async () => {
    const key = randomUUID();
    const ours = await payOnce(key);
    const theirs = await payOnce(key, {}, {}, customer.apiKey);
    expect([ours.status, theirs.status, isReplay(theirs)]).toEqual([201, 201, false]);
    expect(resource(theirs).id).not.toBe(resource(ours).id);
    expect(resource(theirs).relationships['sender']?.data?.id).not.toBe(main.partyId);
  });

  it('is case-sensitive', async () => {
    const key = `${randomUUID()}-a`;
    const first = resource(await payOnce(key));
    const second = resource(await payOnce(key.toUpperCase()));
    expect(second.id).not.toBe(first.id);
  });

  it('replays a payment in review with its first response', async () => {
    const key = randomUUID();
    const first = await payOnce(key, { amount: 10_001 }, {}, main.limitedAgentKey);
    const again = await payOnce(key, { amount: 10_001 }, {}, main.limitedAgentKey);
    expect([isReplay(again), again.text]).toEqual([true, first.text]);
    expect(resource(again).attributes['status']).toBe('IN_REVIEW');
  });

  it('can be used again after a refusal', async () => {
    const key = randomUUID();
    expect((await payOnce(key, { amount: 0 })).status).toBe(422);
    expect((await payOnce(key, { amount: Number.MAX_SAFE_INTEGER })).status).toBe(409);
    const unknown = { counterparty: { type: 'party_id', value: `pty_${'0'.repeat(32)}` } };
    expect((await payOnce(key, unknown)).status).toBe(404);
    const paid = await payOnce(key);
    expect([paid.status, isReplay(paid)]).toEqual([201, false]);
  });

  it('replays nothing to an actor that may not pay', async () => {
    const key = randomUUID();
    const headers = { 'Idempotency-Key': key };
    const first = resource(await payOnce(key));
    const attempts: Array<[string | null, Record<string, string>, number]> = [
      [null, {}, 401],
      [main.revokedApiKey, {}, 401],
      [main.readOnlyApiKey, {}, 403],
      [main.apiKey, { 'X-Agent-ID': stranger.agentId, 'X-Instance-ID': 'chat 1' }, 404],
    ];
    for (const [apiKey, agent, status] of attempts) {
      const request = { key: apiKey, body: attributes(good()), headers: { ...headers, ...agent } };
      const reply = await call(server.baseUrl, 'POST', '/payments', request);
      expect(reply.status).toBe(status);
      expect(reply.text).not.toContain(first.id);
    }
  });
});
