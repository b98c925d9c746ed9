import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { expireCustomerInvitations } from '../../src/customer-invitations/expire.ts';
import { createPool } from '../../src/db/pool.ts';
import type { Db } from '../../src/db/pool.ts';
import { newId } from '../../src/lib/id.ts';
import { expirePartyInvitations } from '../../src/party-invitations/expire.ts';
import { attributes, call, resources } from '../support/http.ts';
import { idOf } from '../support/ledger.ts';
import { startServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { rewrite } from './support.ts';

const day_ms = 24 * 3_600_000;
let server: TestServer;
let db: Db;
beforeAll(async () => {
  server = await startServer();
  db = createPool(server.connection, readConfig({}).database, pino({ level: 'silent' }));
});
afterAll(async () => {
  await db.end();
  await server.close();
});

const later = (days: number): Date => new Date(Date.now() + days * day_ms);
const someone = (): string => `${randomUUID()}@example.com`;

async function post(path: string, values: object): Promise<string[]> {
  const reply = await call(server.baseUrl, 'POST', path, {
    key: server.parties.main.apiKey,
    body: attributes(values),
    headers: { 'Idempotency-Key': randomUUID() },
  });
  return resources(reply).map(({ id }) => idOf(id));
}

/** Both kinds of invitations wait and end alike. */
const kinds = [
  {
    resource: 'customerInvitation',
    table: 'customer_invitations',
    lasts: 30,
    answered: ['ACCEPTED', 'DECLINED', 'CANCELED'],
    expire: expireCustomerInvitations,
    invite: (count: number) =>
      post(`/agents/${server.parties.main.agentId}/customers`, {
        recipients: Array.from({ length: count }, () => ({ type: 'email', value: someone() })),
        permissions: ['payments.read'],
      }),
  },
  {
    resource: 'invitation',
    table: 'party_invitations',
    lasts: 7,
    answered: ['DECLINED', 'REVOKED'],
    expire: expirePartyInvitations,
    invite: (count: number) =>
      post('/party-invitations', {
        invitations: Array.from({ length: count }, () => ({ email: someone(), role: 'MEMBER' })),
      }),
  },
];

describe.each(kinds)('the $resource', ({ resource, table, lasts, answered, expire, invite }) => {
  const statusOf = async (id: string): Promise<string | undefined> =>
    (await server.sql<{ status: string }>(`SELECT status FROM ${table} WHERE id = $1`, [id]))[0]?.status;
  const end = async (now: Date): Promise<number> => {
    let total = 0;
    for (let ended = -1; ended !== 0; total += ended) ended = await expire({ db }, now);
    return total;
  };

  it('ends when its time is over, not before, with an event and a line in the audit log', async () => {
    const [id = '', ...others] = await invite(3);
    for (const [index, other] of others.entries()) {
      await server.sql(`UPDATE ${table} SET status = $2 WHERE id = $1`, [other, answered[index]]);
    }
    await end(later(lasts - 0.01));
    expect(await statusOf(id)).toBe('PENDING');
    const now = later(lasts + 0.01);
    expect(await end(now)).toBeGreaterThan(0);
    expect(await statusOf(id)).toBe('EXPIRED');
    expect(await Promise.all(others.map(statusOf))).toEqual(answered.slice(0, 2));
    const events = await server.sql(
      'SELECT from_status, to_status, created_at FROM events WHERE resource = $1 AND resource_id = $2 ORDER BY id',
      [resource, id],
    );
    expect(events).toMatchObject([
      { from_status: null, to_status: 'PENDING' },
      { from_status: 'PENDING', to_status: 'EXPIRED', created_at: now },
    ]);
    const audit = await server.sql(
      'SELECT action, decision, party_id, request_id, at FROM audit_log WHERE target_id = $1',
      [id],
    );
    expect(audit).toEqual([
      { action: `expire ${resource}`, decision: 'accepted', party_id: null, request_id: null, at: now },
    ]);
    expect(await end(now)).toBe(0);
  });

  it('ends once, however many there are and however many look at once', async () => {
    await Promise.all(Array.from({ length: 12 }, () => invite(100)));
    const now = later(lasts + 1);
    const totals = await Promise.all([end(now), end(now), end(now)]);
    expect(totals.reduce((sum, total) => sum + total, 0)).toBe(1_200);
    const doubled = await server.sql(
      `SELECT resource_id FROM events WHERE resource = $1 AND to_status = 'EXPIRED'
       GROUP BY resource_id HAVING count(*) > 1`,
      [resource],
    );
    expect(doubled).toEqual([]);
  });

  it('ends though somebody holds another one', async () => {
    const [held = '', free = ''] = await invite(2);
    const session = await db.connect();
    await session.query('BEGIN');
    await session.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [held]);
    await end(later(lasts + 1));
    await session.query('ROLLBACK');
    session.release();
    expect([await statusOf(held), await statusOf(free)]).toEqual(['PENDING', 'EXPIRED']);
  });
});

describe('an invitation to a party', () => {
  it('whose time is over keeps nobody from being invited again, though nobody has noticed yet', async () => {
    const email = someone();
    const values = { invitations: [{ email, role: 'ADMIN' }] };
    const [first = ''] = await post('/party-invitations', values);
    expect(await post('/party-invitations', values)).toEqual([]);
    const aSecondAgo = `UPDATE party_invitations SET expires_at = now() - interval '1 second' WHERE id = $1`;
    await rewrite(server.connection, aSecondAgo, [first]);
    const [next = ''] = await post('/party-invitations', values);
    const rows = await server.sql('SELECT id, status FROM party_invitations WHERE email = $1 ORDER BY id', [
      email,
    ]);
    expect(rows).toEqual([
      { id: first, status: 'EXPIRED' },
      { id: next, status: 'PENDING' },
    ]);
    const mails = await server.sql('SELECT kind, recipient FROM mails WHERE resource_id = $1', [next]);
    expect(mails).toEqual([{ kind: 'partyInvitation', recipient: email }]);
  });

  it('that ended otherwise does not, and a member is invited by no spelling of the address', async () => {
    const { main } = server.parties;
    const email = someone();
    const values = { invitations: [{ email, role: 'MEMBER' }] };
    for (const status of ['DECLINED', 'REVOKED', 'EXPIRED']) {
      const [id = ''] = await post('/party-invitations', values);
      await server.sql('UPDATE party_invitations SET status = $2 WHERE id = $1', [id, status]);
    }
    const userId = newId('usr');
    await server.sql(`INSERT INTO users (id, name, email, created_at) VALUES ($1, 'New', $2, now())`, [
      userId,
      email,
    ]);
    await server.sql(
      `INSERT INTO members (party_id, user_id, role, created_at) VALUES ($1, $2, 'MEMBER', now())`,
      [idOf(main.partyId), userId],
    );
    expect(await post('/party-invitations', values)).toEqual([]);
    const shouted = { invitations: [{ email: email.toUpperCase(), role: 'MEMBER' }] };
    expect(await post('/party-invitations', shouted)).toEqual([]);
  });
});
