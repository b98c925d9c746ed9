import { beforeAll, expect, it } from 'vitest';
import type { Queryable } from '../../src/db/sql.ts';
import type { Id } from '../../src/lib/id.ts';
import { findPaymentRequest, listIncomingBefore } from '../../src/money/payment-requests/queries.ts';
import { testServer } from '../support/server.ts';
import { planOf, somePartyId } from './plans.ts';

const server = testServer();
beforeAll(async () => {
  await server.sql(`INSERT INTO payment_requests (id, party_id, status, amount, currency, payer_identifier_type,
      payer_identifier, addressee, link_token, expires_at, created_by, created_at, updated_at)
    SELECT lpad(to_hex(n), 32, '0')::uuid, m.party_id, 'OPEN', 1, 'USD', CASE WHEN n % 4 = 0 THEN 'agent_id' ELSE 'party_id' END,
      md5((n % 100)::text), md5((n % 100)::text), md5(n::text), now(), m.user_id, now(), now()
    FROM (SELECT party_id, user_id FROM members LIMIT 1) m, generate_series(1, 20000) n`);
  await server.sql('ANALYZE payment_requests');
});
const party = somePartyId as Id<'pty'>;
const listIncoming = (db: Queryable, own: Id<'agt'> | null = null) =>
  listIncomingBefore(db, {
    partyId: party,
    own,
    statuses: ['OPEN', 'EXPIRED'],
    before: 'f'.repeat(32),
    count: 51,
  });
const other = /(Seq Scan|Bitmap Heap Scan) on payment_requests/;

it('the list of incoming payment requests reads a range of the index per address and status', async () => {
  const plan = await planOf(server, (db) => listIncoming(db));
  expect(plan).toMatch(/Index Scan Backward using payment_requests_addressee/);
  expect(plan).not.toMatch(other);
});

it('a payment request by its id reads one row', async () => {
  const plan = await planOf(server, (db) =>
    findPaymentRequest(db, { partyId: party, id: somePartyId as Id<'prq'>, agentId: null }),
  );
  expect(plan).toMatch(/Index Scan using payment_requests_pkey/);
  expect(plan).not.toMatch(other);
});

it('an agent that reads its own only reads an index range of its own', async () => {
  const own = somePartyId as Id<'agt'>;
  expect(await planOf(server, (db) => listIncoming(db, own))).toMatch(
    /(using|on) payment_requests_payer_agent/,
  );
});
