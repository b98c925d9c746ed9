import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expireCustomerInvitations } from '../../src/authority/customer-invitations/expire.ts';
import type { Db } from '../../src/db/pool.ts';
import { newId } from '../../src/lib/id.ts';
import { expirePartyInvitations } from '../../src/identity/party-invitations/close.ts';
import { resources } from '../support/http.ts';
import { main, newAddress, testServer } from '../support/server.ts';
import { uuidOf, openDb, rewrite } from './support.ts';

const day_ms = 24 * 3_600_000;
const server = testServer();
let db: Db;
beforeAll(async () => {
  db = openDb(server.connection);
});
afterAll(() => db.end());

const later = (days: number): Date => new Date(Date.now() + days * day_ms);

async function post(path: string, values: object): Promise<string[]> {
  const reply = await server.post(path, values);
  return resources(reply).map(({ id }) => uuidOf(id));
}

/** Both kinds of invitations stay open and expire alike. */
const kinds = [
  {
    resource: 'customerInvitation',
    table: 'customer_invitations',
    openDays: 30,
    closed: ['ACCEPTED', 'DECLINED', 'CANCELED'],
    expire: expireCustomerInvitations,
    invite: (count: number) =>
      post(`/agents/${main.agentId}/customers`, {
        recipients: Array.from({ length: count }, () => ({ type: 'email', value: newAddress() })),
        permissions: ['payments.read'],
      }),
  },
  {
    resource: 'invitation',
    table: 'party_invitations',
    openDays: 7,
    closed: ['DECLINED', 'REVOKED'],
    expire: expirePartyInvitations,
    invite: (count: number) =>
      post('/party-invitations', {
        invitations: Array.from({ length: count }, () => ({ email: newAddress(), role: 'MEMBER' })),
      }),
  },
];

describe.each(kinds)('the $resource', ({ resource, table, openDays, closed, expire, invite }) => {
  const statusOf = async (id: string): Promise<string | undefined> =>
    (await server.sql<{ status: string }>(`SELECT status FROM ${table} WHERE id = $1`, id))[0]?.status;
  const expireAll = async (now: Date): Promise<number> => {
    let total = 0;
    for (let ended = -1; ended !== 0; total += ended) ended = await expire({ db }, now);
    return total;
  };

  it('expires when its time is over, not before, with an event and an audit line', async () => {
    const [id = '', ...others] = await invite(3);
    for (const [index, other] of others.entries()) {
      await server.sql(`UPDATE ${table} SET status = $2 WHERE id = $1`, other, closed[index]);
    }
    await expireAll(later(openDays - 0.01));
    expect(await statusOf(id)).toBe('PENDING');
    const now = later(openDays + 0.01);
    expect(await expireAll(now)).toBeGreaterThan(0);
    expect(await statusOf(id)).toBe('EXPIRED');
    expect(await Promise.all(others.map(statusOf))).toEqual(closed.slice(0, 2));
    const events = await server.sql`SELECT from_status, to_status, created_at FROM events
      WHERE resource = ${resource} AND resource_id = ${id} ORDER BY id`;
    expect(events).toMatchObject([
      { from_status: null, to_status: 'PENDING' },
      { from_status: 'PENDING', to_status: 'EXPIRED', created_at: now },
    ]);
    const audit = await server.sql`SELECT action, decision, party_id, request_id, at FROM audit_log
      WHERE target_id = ${id}`;
    expect(audit).toEqual([
      { action: `expire ${resource}`, decision: 'accepted', party_id: null, request_id: null, at: now },
    ]);
    expect(await expireAll(now)).toBe(0);
  });

  it('expires once, even when many expire in concurrent runs', async () => {
    for (let round = 0; round < 12; round += 1) await invite(100);
    const now = later(openDays + 1);
    const totals = await Promise.all([expireAll(now), expireAll(now), expireAll(now)]);
    expect(totals.reduce((sum, total) => sum + total, 0)).toBe(1_200);
    const doubled = await server.sql`SELECT resource_id FROM events WHERE resource = ${resource}
      AND to_status = 'EXPIRED' GROUP BY resource_id HAVING count(*) > 1`;
    expect(doubled).toEqual([]);
  });

  it('expires although another one is locked', async () => {
    const [held = '', free = ''] = await invite(2);
    const session = await db.connect();
    await session.query('BEGIN');
    await session.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [held]);
    await expireAll(later(openDays + 1));
    await session.query('ROLLBACK');
    session.release();
    expect([await statusOf(held), await statusOf(free)]).toEqual(['PENDING', 'EXPIRED']);
  });
});

describe('an invitation to a party', () => {
  it('that is overdue does not prevent a new one, even before a task has expired it', async () => {
    const email = newAddress();
    const values = { invitations: [{ email, role: 'ADMIN' }] };
    const [first = ''] = await post('/party-invitations', values);
    expect(await post('/party-invitations', values)).toEqual([]);
    const aSecondAgo = `UPDATE party_invitations SET expires_at = now() - interval '1 second' WHERE id = $1`;
    await rewrite(server.connection, aSecondAgo, [first]);
    const [next = ''] = await post('/party-invitations', values);
    const rows = await server.sql`SELECT id, status FROM party_invitations WHERE email = ${email}
      ORDER BY id`;
    expect(rows).toEqual([
      { id: first, status: 'EXPIRED' },
      { id: next, status: 'PENDING' },
    ]);
    const mails = await server.sql`SELECT kind, recipient FROM mails WHERE resource_id = ${next}`;
    expect(mails).toEqual([{ kind: 'partyInvitation', recipient: email }]);
  });

  it('that is closed does not prevent a new one, but a member is not invited, in any spelling', async () => {
    const email = newAddress();
    const values = { invitations: [{ email, role: 'MEMBER' }] };
    for (const status of ['DECLINED', 'REVOKED', 'EXPIRED']) {
      const [id = ''] = await post('/party-invitations', values);
      await server.sql`UPDATE party_invitations SET status = ${status} WHERE id = ${id}`;
    }
    const userId = newId('usr');
    await server.sql`INSERT INTO users (id, name, email, created_at)
      VALUES (${userId}, 'New', ${email}, now())`;
    await server.sql`INSERT INTO members (party_id, user_id, role, created_at)
      VALUES (${uuidOf(main.partyId)}, ${userId}, 'MEMBER', now())`;
    expect(await post('/party-invitations', values)).toEqual([]);
    const shouted = { invitations: [{ email: email.toUpperCase(), role: 'MEMBER' }] };
    expect(await post('/party-invitations', shouted)).toEqual([]);
  });
});
