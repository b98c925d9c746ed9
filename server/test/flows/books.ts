import { expect } from 'vitest';
import { auditChecks } from '../../src/engine/audit/checks.ts';
import { wrongRows } from '../../src/engine/audit/check.ts';
import type { Sql } from '../support/server.ts';

/** Each query finds a violation; all money is recomputed from the entries. */
const violations: Record<string, string> = {
  'a wallet that differs from the sum of its entries': `
    SELECT w.id FROM wallets w LEFT JOIN entries e ON e.wallet_id = w.id
    GROUP BY w.id HAVING w.posted <> coalesce(sum(e.amount), 0)
      OR w.held <> coalesce(sum(e.amount) FILTER (WHERE e.place = 'held'), 0)`,
  'a movement whose entries do not sum to zero': `
    SELECT transaction_id AS id FROM entries GROUP BY transaction_id, step, currency HAVING sum(amount) <> 0`,
  'a currency whose wallets do not sum to zero': `
    SELECT currency AS id FROM wallets GROUP BY currency HAVING sum(posted) <> 0`,
  'a party with a negative available balance': `
    SELECT id FROM wallets WHERE party_id IS NOT NULL AND NOT is_receivable AND posted - held < 0`,
  'a party that owes and has something available': `
    SELECT w.id FROM wallets w JOIN wallets r USING (party_id, currency)
    WHERE r.is_receivable AND r.posted < 0 AND NOT w.is_receivable AND w.posted <> w.held`,
  'a payment whose movements do not match its status': `
    SELECT p.id FROM payments p LEFT JOIN movements m ON m.transaction_id = p.id AND m.kind <> 'recovery' AND m.step < 100
    GROUP BY p.id HAVING count(m.amount) <> CASE
        WHEN p.accepted_at IS NULL THEN 0 WHEN p.status = 'COMPLETED' OR p.refunded_amount IS NOT NULL
          THEN 1 + count(*) FILTER (WHERE m.kind = 'claim')
        WHEN p.status IN ('CANCELED', 'RETURNED') THEN 2 ELSE 1 END
      OR NOT bool_and(m.amount = p.amount AND m.currency = p.currency)
      OR CASE WHEN p.accepted_at IS NULL THEN p.status NOT IN ('IN_REVIEW', 'APPROVAL_DENIED', 'CANCELED', 'PROCESSING', 'FAILED')
        ELSE p.status IN ('IN_REVIEW', 'APPROVAL_DENIED', 'PROCESSING', 'FAILED') END`,
  'a payment that does not show the sum of its refunds, or more than was paid': `
    SELECT p.id FROM payments p LEFT JOIN refunds r ON r.payment_id = p.id
    GROUP BY p.id HAVING sum(r.amount) IS DISTINCT FROM p.refunded_amount OR sum(r.amount) > p.amount`,
  'a transfer whose movements do not match its status': `
    SELECT t.id FROM transfers t
    LEFT JOIN (SELECT transaction_id, kind, currency, sum(amount) AS amount FROM movements
               WHERE kind <> 'recovery' AND step < 100
               GROUP BY transaction_id, kind, currency) m ON m.transaction_id = t.id
    GROUP BY t.id HAVING count(m.amount) <> CASE
        WHEN t.accepted_at IS NULL THEN 0 WHEN t.type = 'deposit' AND t.status = 'RETURNED' THEN 2
        WHEN t.type <> 'withdrawal' OR t.status = 'PROCESSING' THEN 1 WHEN t.status = 'RETURNED' THEN 3 ELSE 2 END
      OR NOT bool_and(m.amount = t.amount AND m.currency = t.currency)`,
  'a wallet whose held amount differs from its unclaimed payments and processing withdrawals': `
    SELECT w.id FROM wallets w WHERE w.held <> (
      SELECT coalesce(sum(x.amount), 0) FROM (
        SELECT amount + coalesce(fee, 0) AS amount FROM payments WHERE payer_wallet_id = w.id AND status = 'PENDING_CLAIM'
        UNION ALL
        SELECT amount + coalesce(fee, 0) FROM transfers
        WHERE wallet_id = w.id AND status = 'PROCESSING' AND type = 'withdrawal') x)`,
  'a movement without a payment, transfer, refund, payout or write-off': `
    SELECT m.transaction_id AS id FROM movements m
    WHERE NOT EXISTS (SELECT FROM payments p WHERE p.id = m.transaction_id)
      AND NOT EXISTS (SELECT FROM transfers t WHERE t.id = m.transaction_id)
      AND NOT EXISTS (SELECT FROM refunds r WHERE r.id = m.transaction_id)
      AND NOT EXISTS (SELECT FROM fee_payouts f WHERE f.id = m.transaction_id AND f.amount = m.amount)
      AND NOT EXISTS (SELECT FROM write_offs o WHERE o.id = m.transaction_id AND o.amount = m.amount)`,
  'a resource without an event for its status': `
    SELECT x.id FROM (SELECT id, status FROM payments UNION ALL SELECT id, status FROM transfers
                      UNION ALL SELECT id, status FROM approvals) x
    WHERE NOT EXISTS (SELECT FROM events e WHERE e.resource_id = x.id AND e.to_status = x.status)`,
  'a resource that entered a state twice': `
    SELECT resource_id AS id FROM events WHERE resource IN ('payment', 'transfer', 'approval')
      AND from_status IS DISTINCT FROM to_status -- the first of two approvals does
    GROUP BY resource_id, to_status HAVING count(*) > 1`,
  'a resource that left a state twice': `
    SELECT resource_id AS id FROM events WHERE resource IN ('payment', 'transfer', 'approval')
      AND from_status IS DISTINCT FROM to_status
    GROUP BY resource_id, from_status HAVING count(*) > 1`,
  'a resource that left a state it was not in': `
    SELECT e.resource_id AS id FROM events e
    WHERE e.resource IN ('payment', 'transfer', 'approval') AND e.from_status IS NOT NULL AND NOT EXISTS (
      SELECT FROM events o WHERE o.resource_id = e.resource_id AND o.to_status = e.from_status)`,
  'an idempotency key of a payment that is stored outside the payment': `
    SELECT key AS id FROM idempotency_keys WHERE route = 'POST /payments'`,
};

/** Checks the books with these queries and with the checks of `npm run audit`. */
export async function expectBalancedBooks(sql: Sql): Promise<void> {
  const found: string[] = [];
  for (const [violation, text] of Object.entries(violations)) {
    for (const { id } of await sql<{ id: string }>(text)) found.push(`${violation}: ${id}`);
  }
  for (const check of await differencesIn(sql)) found.push(`npm run audit finds a violation of: ${check}`);
  expect(found).toEqual([]);
}

/** Returns the checks of `npm run audit` that find a difference. */
export async function differencesIn(sql: Sql): Promise<string[]> {
  const found: string[] = [];
  for (const each of auditChecks) if (wrongRows(each, await sql(each.sql)).length > 0) found.push(each.check);
  return found;
}

/** Counts the rows of every table that a payment writes to. */
export async function countRows(sql: Sql): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of [
    'payments',
    'movements',
    'approvals',
    'events',
    'idempotency_keys',
    'parties',
    'wallets',
  ]) {
    const [row] = await sql<{ count: bigint }>(`SELECT count(*) FROM ${table}`);
    counts[table] = Number(row?.count);
  }
  return counts;
}
