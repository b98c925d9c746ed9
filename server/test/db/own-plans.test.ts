import { beforeAll, describe, expect, it } from 'vitest';
import { listApprovalsBefore } from '../../src/authority/approvals/queries.ts';
import type { Queryable } from '../../src/db/sql.ts';
import { type Id, parseId } from '../../src/lib/id.ts';
import { listIncomingBefore, listPaymentRequestsBefore } from '../../src/money/payment-requests/queries.ts';
import { listTransfersBefore } from '../../src/money/transfers/queries.ts';
import { newAgent } from '../support/agents.ts';
import { main, testServer } from '../support/server.ts';
import { planOf } from './plans.ts';

const server = testServer();
const partyId = parseId('pty', main.partyId) as Id<'pty'>;
let busy: Id<'agt'>;
let quiet: Id<'agt'>;

/** Stores 20 000 rows of each kind for one party: nearly all were made by no agent or by a busy one, ten by a quiet one. */
beforeAll(async () => {
  const ids = await Promise.all([newAgent(server), newAgent(server)]);
  [busy, quiet] = ids.map(({ id }) => parseId('agt', id)) as [Id<'agt'>, Id<'agt'>];
  const rows = `CROSS JOIN (SELECT n, lpad(to_hex(n), 32, '0')::uuid AS id, md5(n::text)::uuid AS other,
      CASE WHEN n % 2000 = 1 THEN $2::uuid WHEN n % 2 = 0 THEN $1::uuid END AS agent_id FROM generate_series(1, 20000) n) g`;
  const member = `(SELECT party_id, user_id FROM members WHERE party_id = $3 LIMIT 1) m ${rows}`;
  const values = [busy, quiet, partyId];
  await server.sql(
    `INSERT INTO transfers (id, type, status, amount, currency, party_id, wallet_id, external_account_id, submitted_at,
       created_at, updated_at, agent_id, user_id)
     SELECT g.id, 'withdrawal', 'COMPLETED', 1, 'USD', m.party_id, other, other, now(), now(), now(), agent_id, user_id
     FROM ${member}`,
    ...values,
  );
  await server.sql(
    `INSERT INTO payment_requests (id, party_id, status, amount, currency, payer_identifier_type, payer_identifier,
       addressee, link_token, expires_at, agent_id, created_by, created_at, updated_at)
     SELECT g.id, m.party_id, 'OPEN', 1, 'USD', CASE WHEN agent_id IS NULL THEN 'email' ELSE 'agent_id' END,
       coalesce(replace(agent_id::text, '-', ''), 'payer@example.com'), 'payer', g.other, now(), agent_id, user_id, now(),
       now() FROM ${member}`,
    ...values,
  );
  await server.sql(
    `INSERT INTO approvals (id, status, target_type, target_id, decider_party_id, payer_party_id, payee_party_id,
       payee_name, payee_verified, initiator_party_id, reasons, of_party, agent_id, created_at, updated_at, due_at)
     SELECT g.id, 'pending', 'payment', other, m.party_id, m.party_id, other, 'Payee', true, m.party_id, '[]', false, agent_id,
       now(), now(), now() + interval '7 days' FROM ${member}`,
    ...values,
  );
  await server.sql('ANALYZE transfers, payment_requests, approvals');
});

type List = (db: Queryable, page: { own: Id<'agt'> }) => Promise<unknown>;
const page = { partyId, before: 'f'.repeat(32), count: 51 };
const lists: Array<[what: string, table: string, index: string, List]> = [
  ['transfers', 'transfers', 'agent_id', (db, own) => listTransfersBefore(db, { ...page, ...own })],
  [
    'payment requests',
    'payment_requests',
    'agent_id',
    (db, own) => listPaymentRequestsBefore(db, { ...page, ...own }),
  ],
  [
    'incoming payment requests',
    'payment_requests',
    'payer_agent',
    (db, own) => listIncomingBefore(db, { ...page, ...own, statuses: ['OPEN', 'EXPIRED'] }),
  ],
  [
    'approvals',
    'approvals',
    'agent_id',
    (db, own) => listApprovalsBefore(db, { ...page, ...own, status: 'pending' }),
  ],
];

describe.each(lists)('the list of %s of an agent that reads its own only', (_what, table, index, list) => {
  it.each([
    ['has made little of what its party has', () => quiet],
    ['has made half of it', () => busy],
  ])('reads its own index range, if the agent %s', async (_share, agent) => {
    const plan = await planOf(server, (db) => list(db, { own: agent() }));
    expect(plan).toMatch(new RegExp(`Index.* Scan.* (using|on) ${table}_${index}\\b`));
    expect(plan).not.toMatch(
      new RegExp(`(Seq Scan on ${table}\\b|${table}_(pkey|party|party_id|payer|initiator|addressee)\\b)`),
    );
  });
});
