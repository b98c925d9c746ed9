import { beforeAll, expect, it } from 'vitest';
import type { Id } from '../../src/lib/id.ts';
import { listUnderWay, type UnderWayScope } from '../../src/identity/under-way/queries.ts';
import { testServer } from '../support/server.ts';
import { insertPayments, insertUnclaimed, planOf, somePartyId } from './plans.ts';

const server = testServer();
beforeAll(async () => {
  await insertPayments(server);
  await insertUnclaimed(server);
});
const partyId = somePartyId as Id<'pty'>;

it.each<[string, UnderWayScope]>([
  ['a party', { partyId }],
  ['an agent', { partyId, agentId: somePartyId as Id<'agt'> }],
  ['a delegate', { partyId, delegateId: partyId }],
])('what %s has under way is found without reading its other payments', async (_whose, scope) => {
  const plan = await planOf(server, (db) => listUnderWay(db, scope, { shown: 20, most: 1_000 }));
  expect(plan).toContain('payments_unclaimed');
  expect(plan).not.toMatch(/Seq Scan on payments|payments_payer|payments_agent_id|payments_initiator/);
});
