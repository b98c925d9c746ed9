import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { refusal, resource, type Reply } from '../support/http.ts';
import { newApiKey } from '../support/agents.ts';
import { uuidOf } from './support.ts';
import { advance, clockNow } from '../support/moves.ts';
import { main, customer, testServer, secondServer } from '../support/server.ts';
import type { ApiClient } from '../support/client.ts';

const server = testServer();
const second = secondServer(server);
const unauthenticated = [401, ['unauthenticated'], ['Authorization']];
const day_s = 86_400;

function payWith(key: string, values: object = {}, at: ApiClient = server): Promise<Reply> {
  const counterparty = { type: 'email', value: customer.email };
  return at.as(key).pay({ amount: 1, counterparty, ...values });
}

/** Creates a key and pays with it, so that the first server caches it. */
async function cachedKey(): Promise<{ id: string; secret: string }> {
  const made = resource(await server.post('/api-keys', { name: 'Cached', scopes: ['payments.create'] }));
  const secret = String(made.attributes['apiKey']);
  for (let paid = 0; paid < 3; paid += 1) expect((await payWith(secret)).status).toBe(201);
  return { id: made.id, secret };
}

const revoke = (id: string): Promise<object[]> =>
  server.sql`UPDATE api_keys SET revoked_at = now(), revoked_by = created_by WHERE id = ${uuidOf(id)}`;

describe('a key that a server has cached', () => {
  it('gets only 401 once it is revoked, whatever else is wrong with the request', async () => {
    const wrong = [{ amount: -1 }, { amount: 'one' }, { currency: 'NOPE' }, { counterparty: null }];
    for (const values of wrong) {
      const { id, secret } = await cachedKey();
      await revoke(id);
      expect(refusal(await payWith(secret, values))).toEqual(unauthenticated);
    }
  });

  it('moves no money once it is revoked, and is evicted: at most one audit line records its use', async () => {
    const { id, secret } = await cachedKey();
    await revoke(id);
    const before = await server.sql('SELECT id FROM payments');
    for (let sent = 0; sent < 5; sent += 1) expect(refusal(await payWith(secret))).toEqual(unauthenticated);
    expect(await server.sql('SELECT id FROM payments')).toHaveLength(before.length);
    const prefix = secret.slice(0, 'sk_pur_sandbox_'.length + 8);
    const lines = await server.sql`SELECT id FROM audit_log WHERE key_prefix = ${prefix}
      AND decision = 'refused'`;
    expect(lines.length).toBeLessThanOrEqual(1);
  });

  it('moves no money once it has expired, on the server that has it cached and on the other', async () => {
    const made = await clockNow(server);
    const { secret } = await newApiKey(server, {
      expiresAt: new Date(made.getTime() + 60_000).toISOString(),
    });
    for (const each of [server, second, server, second])
      expect((await payWith(secret, {}, each)).status).toBe(201);
    await advance(second, 60);
    for (const each of [server, second, server])
      expect(refusal(await payWith(secret, {}, each))).toEqual(unauthenticated);
    expect(refusal(await payWith(secret, { amount: -1 }))).toEqual(unauthenticated);
  });

  it('pays at the current clock even when another server has just advanced it', async () => {
    const { secret } = await cachedKey();
    for (let moves = 1; moves <= 3; moves += 1) {
      const moved = await second.post('/simulations/clock/advance', { seconds: day_s });
      const shown_ms = Date.parse(String(resource(moved).attributes['now']));
      const paid = await Promise.all([payWith(secret), payWith(secret), payWith(main.apiKey)]);
      for (const reply of paid) {
        const created_ms = Date.parse(String(resource(reply).attributes['createdAt']));
        expect(created_ms).toBeGreaterThan(shown_ms - 2_000);
      }
    }
  });
});

const ask = (key: string, at: ApiClient = server): Promise<Reply> =>
  at
    .as(key)
    .post(
      '/payment-requests',
      { amount: 1, currency: 'USD', payer: { type: 'email', value: customer.email } },
      { 'Idempotency-Key': randomUUID() },
    );
const limit = (key: string): Promise<Reply> =>
  server.as(key).put('/parties/me/limits', { limits: { perDay: 900_000_000 } });
const newKey = async (scopes: readonly string[]): Promise<{ id: string; secret: string }> => {
  const made = resource(await server.post('/api-keys', { name: 'Cached', scopes }));
  return { id: made.id, secret: String(made.attributes['apiKey']) };
};
const setRole = (id: string, role: string): Promise<object[]> =>
  server.sql`UPDATE members SET role = ${role} WHERE party_id = ${uuidOf(main.partyId)}
    AND user_id = (SELECT created_by FROM api_keys WHERE id = ${uuidOf(id)})`;

describe('a key that a server has cached, in a plain write', () => {
  it('gets 401 once it is revoked, also for a replay', async () => {
    const { id, secret } = await newKey(['payments.create', 'party.update']);
    const key = randomUUID();
    const write = () =>
      server
        .as(secret)
        .put('/parties/me/limits', { limits: { perDay: 900_000_000 } }, { 'Idempotency-Key': key });
    for (let sent = 0; sent < 3; sent += 1) expect((await write()).status).toBe(200);
    expect((await ask(secret)).status).toBe(201);
    await revoke(id);
    for (const reply of [await write(), await ask(secret), await limit(secret)])
      expect(refusal(reply)).toEqual(unauthenticated);
  });

  it('gets 401 once it has expired by a clock that another server has moved', async () => {
    const { secret } = await newApiKey(server, {
      expiresAt: new Date((await clockNow(server)).getTime() + 60_000).toISOString(),
      scopes: ['payments.create'],
    });
    for (const each of [server, second, server]) expect((await ask(secret, each)).status).toBe(201);
    await advance(second, 60);
    for (const each of [server, second]) expect(refusal(await ask(secret, each))).toEqual(unauthenticated);
  });

  it('has the scopes of a changed role at once, fewer or more', async () => {
    const { id, secret } = await newKey(['payments.create', 'party.update']);
    expect((await limit(secret)).status).toBe(200);
    await setRole(id, 'MEMBER');
    expect(refusal(await limit(secret))).toEqual([403, ['insufficient_scope'], ['Authorization']]);
    expect((await ask(secret)).status).toBe(201);
    await setRole(id, 'OWNER');
    expect((await limit(secret)).status).toBe(200);
    expect((await ask(secret)).status).toBe(201);
  });
});

describe('stored attributes are immutable', () => {
  it.each([
    ['the amount of a payment', 'UPDATE payments SET amount = amount + 1'],
    ['the maker of a payment', 'UPDATE payments SET user_id = credential_id'],
    ['the request that made a payment', 'UPDATE payments SET request_id = id'],
    ['the secret of an API key', 'UPDATE api_keys SET hash = sha256(hash)'],
    ['the scopes of an API key', "UPDATE api_keys SET scopes = '{payments.create}'"],
    ['the agent of an agent key', 'UPDATE agent_keys SET agent_id = id'],
    ['the party of an agent', 'UPDATE agents SET party_id = id'],
  ])('%s: the database refuses to change it', async (_what, change) => {
    await expect(server.sql(change)).rejects.toThrow('cannot change immutable columns');
  });

  it.each(['DELETE FROM payments', 'TRUNCATE payments'])('%s: the database refuses it', async (removal) => {
    await expect(server.sql(removal)).rejects.toThrow('keeps what it was made with');
  });
});
