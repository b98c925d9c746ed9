import { beforeAll, expect, it } from 'vitest';
import type { Id } from '../../src/lib/id.ts';
import { listPaymentsBefore, type PaymentFilters } from '../../src/money/payments/list/queries.ts';
import { listTransactionsBefore } from '../../src/money/transactions/queries.ts';
import { testServer } from '../support/server.ts';
import { insertPayments, planOf, somePartyId } from './plans.ts';

const server = testServer();
beforeAll(() => insertPayments(server));
const party = somePartyId as Id<'pty'>;
const agentId = somePartyId as Id<'agt'>;
const instanceId = 'chat 0';
const tag = { name: 'env', value: 'prod' };
const status = 'RETURNED';
const planWith = (own: Id<'agt'> | null, filters: PaymentFilters) => {
  const page = { partyId: party, own, before: 'f'.repeat(32), lowest: '0'.repeat(32), count: 51 };
  return planOf(server, (db) => listPaymentsBefore(db, page, filters));
};

it.each<[PaymentFilters, string[]]>([
  [{}, ['payments_payer', 'payments_payee', 'payments_initiator']],
  [{ status }, ['payments_payer', 'payments_payee', 'payments_initiator']],
  [{ counterpartyPartyId: party }, ['payments_payer', 'payments_payee', 'payments_initiator']],
  [{ direction: 'INBOUND', status }, ['payments_payee']],
  [{ direction: 'OUTBOUND' }, ['payments_payer', 'payments_initiator']],
  [{ agentId, status }, ['payments_agent_id', 'payments_payer']],
  [{ instanceId }, ['payments_instance_id']],
  [{ instanceId, agentId, status }, ['payments_instance_id']],
  [{ tag }, ['tagged_resources_pkey']],
  [{ tag, instanceId, agentId, status, direction: 'INBOUND' }, ['tagged_resources_pkey']],
])('payments by %j are found by index ranges of a bounded length', async (filters, indexes) => {
  const plan = await planWith(null, filters);
  for (const index of indexes) expect(plan).toMatch(new RegExp(`Index.* Scan.* (using|on) ${index}\\b`));
  expect(plan).not.toMatch(/Seq Scan on (payments|tagged_resources)/);
});

it.each<[PaymentFilters, string]>([
  [{}, 'payments_agent_id'],
  [{ instanceId, direction: 'OUTBOUND', status }, 'payments_agent_id'],
  [{ tag, status }, 'tagged_resources_pkey'],
])(
  'payments by %j of an agent that reads its own only are found by its index range',
  async (filters, index) => {
    const plan = await planWith(agentId, filters);
    expect(plan).toMatch(new RegExp(`Index.* Scan.* (using|on) ${index}\\b`));
    expect(plan).not.toMatch(/payments_(payer|payee|initiator)|Seq Scan on (payments|tagged_resources)/);
  },
);

it('transactions of an agent that reads its own only are found by its index range', async () => {
  const page = { partyId: party, own: agentId, before: 'f'.repeat(32), count: 51 };
  const plan = await planOf(server, (db) => listTransactionsBefore(db, { ...page, type: 'all' }));
  expect(plan).toMatch(/Index.* Scan.* (using|on) payments_agent_id\b/);
  expect(plan).not.toMatch(/Seq Scan on payments/);
});
