import { describe, expect, it } from 'vitest';
import { refusal, type Reply } from '../support/http.ts';
import { main, customer, testServer, secondServer } from '../support/server.ts';
import { payParty, until, uuidOf, waitingSessions, withSession } from './support.ts';
import { clientAt, type ApiClient } from '../support/client.ts';

const server = testServer();
const second = secondServer(server);
const outOfScope = [403, ['insufficient_scope'], ['Authorization']];
const unauthenticated = [401, ['unauthenticated'], ['Authorization']];
const memberOf = 'party_id = $1 AND user_id = (SELECT created_by FROM api_keys WHERE prefix = $2)';

/** The party, and the public part of the approver's key. */
function approver(): [string, string] {
  return [uuidOf(main.partyId), main.approverApiKey.slice(0, 'sk_pur_sandbox_'.length + 8)];
}

async function setRole(role: string): Promise<void> {
  await server.sql(`UPDATE members SET role = $3 WHERE ${memberOf}`, ...approver(), role);
}

async function inRole(role: string, work: () => Promise<void>): Promise<void> {
  await setRole(role);
  try {
    await work();
  } finally {
    await setRole('ADMIN');
  }
}

const makeKey = (at: ApiClient = server) =>
  at.as(main.approverApiKey).post('/api-keys', { name: 'Another key', scopes: ['payments.read'] });

describe('the role of the user', () => {
  it('bounds the scopes of every key of that user at once, on every server', async () => {
    for (const each of [server, second]) expect((await makeKey(each)).status).toBe(201);
    await inRole('MEMBER', async () => {
      for (const { baseUrl } of [server, second]) {
        expect(refusal(await makeKey(clientAt(baseUrl)))).toEqual(outOfScope);
        const paid = await payParty(baseUrl, { ...main, apiKey: main.approverApiKey }, customer, 1);
        expect(paid.status).toBe(201);
      }
    });
    for (const each of [server, second]) expect((await makeKey(each)).status).toBe(201);
  });

  it('never gives a key a scope that the key was not given', async () => {
    const reply = await server
      .as(main.readOnlyApiKey)
      .post('/api-keys', { name: 'Another key', scopes: ['payments.read'] });
    expect(refusal(reply)).toEqual(outOfScope);
  });

  it('is the present one when a write commits, even if it changed while the write ran', async () => {
    const [partyId, prefix] = approver();
    const reply = await withSession(server.connection, async (session) => {
      await session.query('BEGIN');
      await session.query(`UPDATE members SET role = 'MEMBER' WHERE ${memberOf}`, [partyId, prefix]);
      const writing = makeKey();
      await until('the write waits', async () => (await waitingSessions(server.sql)).length > 0);
      await session.query('COMMIT');
      return writing;
    });
    await setRole('ADMIN');
    expect(refusal(reply)).toEqual(outOfScope);
  });
});

describe('a user who is no longer a member', () => {
  it('has no usable key, for payments, reads or approvals, on every server', async () => {
    const left = { ...main, apiKey: main.approverApiKey };
    for (const { baseUrl } of [server, second])
      expect((await payParty(baseUrl, left, customer, 1)).status).toBe(201);
    const [member] = await server.sql<{ userId: string; createdAt: Date }>(
      `DELETE FROM members WHERE ${memberOf} RETURNING user_id AS "userId", created_at AS "createdAt"`,
      ...approver(),
    );
    const replies: Reply[] = [];
    for (const { baseUrl } of [server, second]) {
      replies.push(await payParty(baseUrl, left, customer, 1));
      replies.push(await clientAt(baseUrl, left).get('/transactions'));
      replies.push(await makeKey(clientAt(baseUrl)));
    }
    await server.sql`INSERT INTO members (party_id, user_id, role, created_at)
      VALUES (${uuidOf(main.partyId)}, ${member?.userId}, 'ADMIN', ${member?.createdAt})`;
    for (const reply of replies) expect(refusal(reply)).toEqual(unauthenticated);
  });
});
