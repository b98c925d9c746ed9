import { beforeAll, expect, it } from 'vitest';
import { type LinesQuery, listLines, listStories } from '../../src/history/audit-log/queries.ts';
import { listPastSpending } from '../../src/authority/agents/backtest/queries.ts';
import type { Id } from '../../src/lib/id.ts';
import { testServer } from '../support/server.ts';
import { insertPayments, planOf, somePartyId } from './plans.ts';

const server = testServer();
beforeAll(async () => {
  await server.sql(`INSERT INTO audit_lines
      (id, at, party_id, user_id, key_prefix, agent_id, instance_id, action, target_id, decision)
    SELECT lpad(to_hex(n), 32, '0')::uuid, now(), md5((n % 5)::text)::uuid, md5('user')::uuid, 'sk', md5((n % 50)::text)::uuid,
      'chat ' || n % 500, 'POST /x', md5('target' || n)::uuid, 'accepted' FROM generate_series(1, 50000) n`);
  await server.sql('ANALYZE audit_lines');
  await insertPayments(server);
});
const party = somePartyId as Id<'pty'>;
const position = { partyId: party, before: 'f'.repeat(32), lowest: '0'.repeat(32), count: 51 };
const agentId = somePartyId as Id<'agt'>;

it.each<[string, Partial<LinesQuery>, string[]]>([
  ['party', {}, ['audit_lines_party_id', 'payments_payer']],
  ['agent', { agentId }, ['audit_lines_agent_id', 'payments_agent_id']],
  ['conversation', { agentId, instanceId: 'chat 0' }, ['audit_lines_instance_id', 'payments_instance_id']],
  ['target', { targetId: party }, ['audit_lines_target_id', 'payments_pkey']],
  ['story', { agentId, instanceId: 'chat 0' }, ['audit_lines_instance_id', 'payments_instance_id']],
])('lines by %s are found by an index range of the party', async (name, filters, indexes) => {
  const wanted = { ...filters, ...position };
  const plan = await planOf(server, async (db) => {
    if (name === 'story') await listStories(db, { ...wanted, agentId });
    else await listLines(db, wanted);
  });
  for (const index of indexes) expect(plan).toMatch(new RegExp(`Index Scan.* (using|on) ${index}\\b`));
  expect(plan).not.toMatch(/Seq Scan on (audit_lines|payments)|audit_lines_pkey/);
});

it('the latest payments of an agent are found by its index range', async () => {
  const plan = await planOf(server, (db) => listPastSpending(db, agentId, 1_000));
  expect(plan).toMatch(/Index Scan.* using payments_agent_id\b/);
});
