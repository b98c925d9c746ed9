import { beforeAll, describe, expect, it } from 'vitest';
import { newAgent } from '../support/agents.ts';
import { resource } from '../support/http.ts';
import { main, customer, stranger, to, testServer, secondServer } from '../support/server.ts';
import { addressOf, contactCalls, newEmail } from './contact-calls.ts';
import { uuidOf, rewrite, terminateSessions, until, withSession } from './support.ts';
import { clientAt } from '../support/client.ts';

const server = testServer();
const second = secondServer(server);
const newGrant = `INSERT INTO delegation_grants (delegation_id, agent_id, status, permissions, created_at, updated_at)
  SELECT d.id, a.id, 'REVOKED', '{}', now(), now() FROM delegations d CROSS JOIN agents a
  WHERE NOT EXISTS (SELECT FROM delegation_grants WHERE delegation_id = d.id AND agent_id = a.id) LIMIT 1`;

/** A party that no payment in this file involves. */
const bystander = "(SELECT id FROM parties WHERE name = 'Restricted Delegate')";

const newAddress = `INSERT INTO contacts (kind, value, party_id, verified_at, created_at)
  VALUES ('phone', '+41790000001', ${bystander}, now(), now())`;

const revokeKeys = (table: 'api_keys' | 'agent_keys'): string =>
  `UPDATE ${table} SET revoked_at = now(), revoked_by = created_by WHERE party_id = ${bystander}`;

const versionNow = 'SELECT version FROM authority_version';

async function version(): Promise<bigint> {
  const [row] = await server.sql<{ version: bigint }>(versionNow);
  return row?.version ?? -1n;
}

const threeTimesEach = (): string[] =>
  [server, second, server, second, server, second].map(({ baseUrl }) => baseUrl);

/** Pays the customer's address through both servers, and returns the payees. */
async function payees(): Promise<unknown[]> {
  const counterparty = { type: 'email', value: customer.email };
  const found = [];
  for (const each of threeTimesEach()) {
    const paid = resource(await clientAt(each).pay({ amount: 1, counterparty }));
    found.push(paid.relationships['recipient']?.data?.id);
  }
  return found;
}

describe('the authority version', () => {
  beforeAll(async () => {
    const address = `INSERT INTO contacts (kind, value, party_id, created_at) VALUES ('phone', '+41790000000', $1, now())`;
    await server.sql(address, uuidOf(main.partyId));
    await server.sql(`INSERT INTO agent_keys (id, party_id, agent_id, prefix, hash, created_at, created_by)
      SELECT gen_random_uuid(), party_id, id, 'ak', sha256('x'), now(), created_by FROM agents WHERE party_id = ${bystander}`);
  });

  it.each([
    ['a limit of a party', `UPDATE parties SET per_month = 1000000 WHERE id = ${bystander}`],
    ['a limit of an agent', `UPDATE agents SET per_month = 1000000 WHERE party_id = ${bystander}`],
    [
      'whether an address is verified',
      `UPDATE contacts SET verified_at = now() WHERE party_id = ${bystander}`,
    ],
    ['a new verified address', newAddress],
    ['a deleted address', "DELETE FROM contacts WHERE kind = 'phone'"],
    ['a delegation', `UPDATE delegations SET updated_at = now() WHERE party_id = ${bystander}`],
    ['a new grant', newGrant],
    ['a deleted grant', "DELETE FROM delegation_grants WHERE permissions = '{}'"],
    ['a revoked API key', revokeKeys('api_keys')],
    ['a revoked agent key', revokeKeys('agent_keys')],
    ['a role', `UPDATE members SET role = 'ADMIN' WHERE party_id = ${bystander}`],
  ])('is counted up by a change of authority: %s', async (_what, change) => {
    const before = await version();
    expect(await server.sql(`${change} RETURNING 1`)).not.toHaveLength(0);
    expect(await version()).toBe(before + 1n);
  });

  it('is counted up once per transaction, at the commit', async () => {
    const before = await version();
    await withSession(server.connection, async (session) => {
      await session.query('BEGIN');
      await session.query('UPDATE parties SET per_month = coalesce(per_month, 9007199254740991) - 1');
      await session.query('UPDATE delegations SET updated_at = now()');
      expect((await session.query(versionNow)).rows).toEqual([{ version: before }]);
      await session.query('COMMIT');
    });
    expect(await version()).toBe(before + 1n);
  });

  it('is not counted up by changes that are never cached: names, and when keys were last used', async () => {
    const before = await version();
    await server.sql("UPDATE parties SET name = name || '.', updated_at = now()");
    await server.sql('UPDATE parties SET per_day = per_day, status = status');
    await server.sql('UPDATE key_uses SET last_used_at = now()');
    expect(await version()).toBe(before);
  });
});

describe('the next payment on any server', () => {
  it('goes to the party that an address now belongs to', async () => {
    const path = 'UPDATE contacts SET party_id = $1 WHERE value = $2';
    for (const { partyId } of [customer, stranger, customer]) {
      await server.sql(path, uuidOf(partyId), customer.email);
      expect(await payees()).toEqual(Array.from({ length: 6 }, () => partyId));
    }
  });

  it('needs the permissions that the customer now grants', async () => {
    const byAgent = { amount: 1, customerPartyId: customer.partyId, ...to(stranger) };
    const permit = "UPDATE delegation_grants SET permissions = $1 WHERE permissions <> '{}'";
    for (const [permissions, status] of [
      [['payments.create'], 201],
      [['payments.read'], 403],
      [['payments.create'], 201],
    ] as const) {
      await server.sql(permit, permissions);
      const statuses = [];
      for (const each of threeTimesEach())
        statuses.push((await clientAt(each, main.agentKey).pay(byAgent)).status);
      expect(statuses).toEqual(statuses.map(() => status));
    }
  });

  it('is checked against the current limits of the party', async () => {
    for (const [limit, status] of [
      [null, 'PROCESSING'],
      [1, 'IN_REVIEW'],
      [null, 'PROCESSING'],
    ] as const) {
      const path = 'UPDATE parties SET per_transaction = $1 WHERE id = $2';
      await server.sql(path, limit, uuidOf(main.partyId));
      const counterparty = { type: 'email', value: customer.email };
      const shown = [];
      for (const each of threeTimesEach())
        shown.push(resource(await clientAt(each).pay({ amount: 2, counterparty })).attributes['status']);
      expect(shown).toEqual(shown.map(() => status));
    }
  });

  it('is judged by the addresses that its payee has verified or removed by now', async () => {
    const { verified, remove } = contactCalls(server);
    const email = newEmail();
    const rules = { counterparties: { block: [addressOf(email)], onBreach: 'refuse' } };
    const agent = await newAgent(server, { rules });
    const statuses = async (): Promise<number[]> => {
      const found = [];
      for (const each of threeTimesEach())
        found.push((await clientAt(each, agent.key).pay({ amount: 1, ...to(stranger) })).status);
      return found;
    };
    expect(new Set(await statuses())).toEqual(new Set([201]));
    const id = await verified(email, stranger.apiKey);
    expect(new Set(await statuses())).toEqual(new Set([403]));
    await remove(id, stranger.apiKey);
    expect(new Set(await statuses())).toEqual(new Set([201]));
  });
});

describe('the authority cache', () => {
  it('sees a change by a session that runs no ordinary trigger and hides the version behind another table', async () => {
    expect(new Set(await payees())).toEqual(new Set([customer.partyId]));
    await withSession(server.connection, async (session) => {
      await session.query('SET session_replication_role = replica');
      await session.query('CREATE TEMP TABLE authority_version AS SELECT * FROM authority_version');
      const change = 'UPDATE contacts SET party_id = $1 WHERE value = $2';
      await session.query(change, [uuidOf(stranger.partyId), customer.email]);
      expect(new Set(await payees())).toEqual(new Set([stranger.partyId]));
      await session.query(change, [uuidOf(customer.partyId), customer.email]);
      expect(new Set(await payees())).toEqual(new Set([customer.partyId]));
    });
  });

  it('ends with its session, because a new session may reach another database', async () => {
    const one = { amount: 1, ...to(stranger) };
    expect(await payees()).toContain(customer.partyId);
    const change = 'UPDATE contacts SET party_id = $1 WHERE value = $2';
    await rewrite(server.connection, change, [uuidOf(stranger.partyId), customer.email]);
    expect(new Set(await payees())).toEqual(new Set([customer.partyId]));
    await terminateSessions(server.sql);
    await until('both servers pay again', async () => {
      const replies = await Promise.all([server, second].map((each) => each.pay(one)));
      return replies.every(({ status }) => status === 201);
    });
    expect(new Set(await payees())).toEqual(new Set([stranger.partyId]));
    await rewrite(server.connection, change, [uuidOf(customer.partyId), customer.email]);
  });
});
