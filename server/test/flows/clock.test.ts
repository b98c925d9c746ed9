import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { refusal, resource, type Reply } from '../support/http.ts';
import { main, customer, serveOn, startServer, testServer, secondServer } from '../support/server.ts';
import { advance, withdraw } from '../support/moves.ts';
import { payParty } from './support.ts';
import type { ApiClient } from '../support/client.ts';

const hour_s = 3_600;
const day_s = 24 * hour_s;

const server = testServer();
const other = secondServer(server);

const payAs = (key: string, at: ApiClient = server) =>
  payParty(at.baseUrl, main, customer, 25, { 'Idempotency-Key': key });

const timeOf = (reply: Reply, name: string): number => Date.parse(String(resource(reply).attributes[name]));

describe('an advance of the clock', () => {
  it('takes effect on every server with the next request', async () => {
    for (const [mover, reader] of [
      [server, other],
      [other, server],
    ] as const) {
      const moved = timeOf(await advance(mover, 3 * day_s), 'now');
      const read = await reader.as(main.apiKey).get('/simulations/clock');
      expect(timeOf(read, 'now')).toBeGreaterThanOrEqual(moved);
      const paid = await payAs(randomUUID(), reader);
      expect(timeOf(paid, 'createdAt')).toBeGreaterThanOrEqual(Math.floor(moved / 1000) * 1000);
    }
  });

  it('survives its server', async () => {
    const moved = timeOf(await advance(server, day_s), 'now');
    const third = await serveOn(server.connection);
    const read = await third.get('/simulations/clock');
    expect(timeOf(read, 'now')).toBeGreaterThanOrEqual(moved);
    await third.close();
  });

  it('is recorded in the audit log with its actor, and so is a refused one', async () => {
    const before = resource(await advance(server, 1)).attributes['offsetSeconds'];
    const [done] = await server.sql<{ decision: string; partyId: string }>(
      `SELECT decision, party_id AS "partyId" FROM audit_log WHERE action = 'POST /simulations/clock/advance'
       ORDER BY id DESC LIMIT 1`,
    );
    expect(done).toEqual({ decision: 'accepted', partyId: main.partyId.slice(4) });
    const refused = await advance(server.as(main.readOnlyApiKey), 1);
    expect(refusal(refused)).toEqual([403, ['insufficient_scope'], ['Authorization']]);
    const [refusedLine] = await server.sql<{ decision: string; reason: string }>(
      `SELECT decision, reason FROM audit_log WHERE action = 'POST /simulations/clock/advance'
       ORDER BY id DESC LIMIT 1`,
    );
    expect(refusedLine).toEqual({ decision: 'refused', reason: 'insufficient_scope' });
    expect(resource(await advance(server, 1)).attributes['offsetSeconds']).toBe(Number(before) + 1);
  });
});

describe('an idempotency key of any write other than a payment', () => {
  it('is stored for 48 hours, then deleted', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await withdraw(server.with(headers));
    await advance(server, 48 * hour_s - 60);
    const replayed = await withdraw(server.with(headers));
    expect([replayed.text, replayed.headers.get('Idempotency-Replayed')]).toEqual([first.text, 'true']);
    await advance(other, 61);
    const later = await withdraw(server.with(headers));
    expect([later.status, later.headers.get('Idempotency-Replayed')]).toEqual([200, null]);
    expect(resource(later).id).not.toBe(resource(first).id);
  });

  it('is stored for the configured time', async () => {
    const lone = await startServer({ PURSER_IDEMPOTENCY_HOURS: '100' });
    const headers = { 'Idempotency-Key': randomUUID() };
    const send = () => withdraw(lone.with(headers));
    const first = await send();
    await advance(lone, 99 * hour_s);
    expect((await send()).text).toBe(first.text);
    await advance(lone, hour_s + 1);
    expect((await send()).headers.get('Idempotency-Replayed')).toBeNull();
    await lone.close();
  });

  it('is deleted in time, however many there are', async () => {
    await server.sql(
      `INSERT INTO idempotency_keys (party_id, route, key, fingerprint, status, body, created_at)
       SELECT gen_random_uuid(), 'POST /agents', 'key ' || n, sha256('x'), 201, '{}', now() - interval '1 hour'
       FROM generate_series(1, 3500) n`,
    );
    await advance(server, 48 * hour_s);
    const left = await server.sql(`SELECT key FROM idempotency_keys WHERE key LIKE 'key %'`);
    expect(left).toEqual([]);
  });
});

describe('the maximum of the clock', () => {
  it('is the end of the year 9998, and payments up to then still work', async () => {
    const lone = await startServer();
    const years_s = (Date.parse('9998-12-30T00:00:00Z') - Date.now()) / 1000;
    await lone.sql`UPDATE installation SET clock_offset_ms = ${Math.round(years_s) * 1000}`;
    const reply = await advance(lone, 3 * day_s);
    expect(refusal(reply)).toEqual([422, ['invalid_value'], ['/data/attributes/seconds']]);
    expect((await advance(lone, 60)).status).toBe(200);
    expect((await payParty(lone.baseUrl, main, customer, 25)).status).toBe(201);
    await lone.close();
  });
});

describe('in prod', () => {
  it('the simulation endpoints do not exist', async () => {
    const secret = 'k1:0123456789abcdef0123456789abcdef';
    const prod = await serveOn(server.connection, {
      PURSER_ENVIRONMENT: 'prod',
      PURSER_SECRET: secret,
      PURSER_LOG_LEVEL: 'silent',
    });
    const headers = { Authorization: `Bearer ${main.apiKey}` };
    for (const [method, path] of [
      ['GET', '/simulations/clock'],
      ['GET', '/api/simulations/mailbox'],
      ['POST', '/simulations/clock/advance'],
      ['DELETE', '/simulations/clock'],
    ] as const) {
      const reply = await fetch(prod.baseUrl + path, { method, headers });
      const { errors } = (await reply.json()) as { errors: Array<{ code: string }> };
      expect([reply.status, errors.map(({ code }) => code)]).toEqual([404, ['not_found']]);
    }
    await prod.close();
  });
});
