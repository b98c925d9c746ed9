import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Queryable } from '../../src/db/sql.ts';
import type { Id } from '../../src/lib/id.ts';
import {
  listUnderWayOfAgent,
  listUnderWayOfDelegate,
  listUnderWayOfParty,
} from '../../src/under-way/queries.ts';
import { startServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await server.sql(`INSERT INTO payments (id, status, amount, currency, payer_party_id, payee_party_id,
      initiator_party_id, agent_id, instance_id, credential_id, user_id, request_id, created_at, updated_at)
    SELECT lpad(to_hex(n), 32, '0')::uuid, 'COMPLETED', 1, 'USD', md5((n % 5)::text)::uuid, md5('payee')::uuid,
      md5((n % 5)::text)::uuid, md5((n % 50)::text)::uuid, 'chat ' || n % 500, md5('key')::uuid, md5('user')::uuid,
      md5(n::text)::uuid, now(), now() FROM generate_series(1, 50000) n`);
  await server.sql('ANALYZE payments');
});
afterAll(() => server.close());

const party = 'cfcd208495d565ef66e7dff9f98764da' as Id<'pty'>; // md5('0')
const bounds = { shown: 20, most: 1_000 };

it.each<[string, (db: Queryable) => Promise<unknown>]>([
  ['a party', (db) => listUnderWayOfParty(db, party, bounds)],
  ['an agent', (db) => listUnderWayOfAgent(db, party, party as string as Id<'agt'>, bounds)],
  ['a delegate', (db) => listUnderWayOfDelegate(db, party, party, bounds)],
])('what %s has under way is found without reading its other payments', async (_whose, list) => {
  const sent: Array<{ text: string; values: unknown[] }> = [];
  const db = {
    query: (query: { text: string; values: unknown[] }) => {
      sent.push(query);
      return Promise.resolve({ rows: [] });
    },
  };
  await list(db as unknown as Queryable);
  const [query] = sent;
  const plan = await server.sql(`EXPLAIN ${query?.text}`, query?.values ?? []);
  const text = plan.map((row) => Object.values(row)[0]).join('\n');
  expect(text).toContain('payments_unclaimed');
  expect(text).not.toMatch(/Seq Scan on payments|payments_payer|payments_agent_id|payments_initiator/);
});
