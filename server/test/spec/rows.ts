import type { TestServer } from '../support/server.ts';

// Rows that no endpoint creates yet.

const customers = `
  WITH made AS (
    INSERT INTO parties (id, type, status, name, name_key, email, created_at, updated_at)
    SELECT gen_random_uuid(), 'PERSON', 'ACTIVE', 'Customer ' || n, 'customer' || n, 'c' || n || '@example.com', now(), now()
    FROM generate_series(1, $3) n RETURNING id),
  delegated AS (
    INSERT INTO delegations (id, customer_party_id, party_id, status, permissions, created_at, updated_at)
    SELECT gen_random_uuid(), id, $1, 'ACTIVE', '{payments.read}', now(), now() FROM made RETURNING id)
  INSERT INTO delegation_grants (delegation_id, agent_id, status, permissions, created_at, updated_at)
  SELECT id, $2, 'ACTIVE', '{payments.read}', now(), now() FROM delegated`;

const agentKeys = `
  INSERT INTO agent_keys (id, party_id, agent_id, prefix, hash, created_at, created_by)
  SELECT gen_random_uuid(), $1, $2, 'ak_pur_sandbox_' || lpad(n::text, 8, '0'), sha256(n::text::bytea), now(), $3
  FROM generate_series(1, $4) n`;

const uuidOf = (id: string): string => id.slice(4);

/** Adds customers of the main party, all with its first agent. */
export async function addCustomers({ sql, parties }: Pick<TestServer, 'sql' | 'parties'>, count: number) {
  const { partyId, agentId } = parties.main;
  await sql(customers, uuidOf(partyId), uuidOf(agentId), count);
}

/** Adds keys of the main party's first agent. */
export async function addAgentKeys({ sql, parties }: Pick<TestServer, 'sql' | 'parties'>, count: number) {
  const { partyId, agentId, userId } = parties.main;
  await sql(agentKeys, uuidOf(partyId), uuidOf(agentId), uuidOf(userId), count);
}
