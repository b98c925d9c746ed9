import type { AuditCheck } from './check.ts';

const resources = `SELECT 'payment' AS resource, id, status FROM payments
  UNION ALL SELECT 'transfer', id, status FROM transfers
  UNION ALL SELECT 'refund', id, 'COMPLETED' FROM refunds
  UNION ALL SELECT 'approval', id, status FROM approvals`;

// No resource enters a state twice, except by the first of two approvals, so the states alone show whether its events
// form a chain. The order of ids would not: with several servers, whose clocks differ by milliseconds, it need not be the
// order of the changes.
const chains = `SELECT resource, resource_id, count(*) AS steps, count(*) - count(from_status) AS beginnings,
    count(DISTINCT from_status) AS left_states, count(DISTINCT to_status) AS reached_states,
    array_remove(array_agg(from_status), NULL) AS left_by, array_agg(to_status) AS reached
  FROM events WHERE resource IN ('payment', 'transfer', 'refund', 'approval')
    AND NOT (resource = 'approval' AND coalesce(from_status, '') = 'pending' AND to_status = 'pending')
  GROUP BY resource, resource_id`;

// The tables in which the target of an audit line is found, by action.
const targets: ReadonlyArray<[action: string, tables: string[]]> = [
  ["l.action LIKE 'POST /payments' OR l.action LIKE 'POST /payments/%'", ['payments', 'refunds']],
  ["l.action LIKE 'POST /payment-requests%'", ['payments', 'payment_requests']],
  ["l.action LIKE 'POST /transfers/%' OR l.action IN ('deposit', 'settle', 'markOrder')", ['transfers']],
  ["l.action = 'claim'", ['payments']],
  ["l.action = 'payOutFees'", ['fee_payouts']],
  ["l.action = 'writeOff'", ['write_offs']],
  ["l.action LIKE 'POST /approvals/%'", ['approvals']],
  ["l.action = 'expire'", ['payments', 'transfers']],
];

function missing([action, tables]: (typeof targets)[number]): string {
  const absent = tables.map((table) => `NOT EXISTS (SELECT FROM ${table} t WHERE t.id = l.target_id)`);
  return `((${action}) AND ${absent.join(' AND ')})`;
}

/** The records of changes and decisions: events, and the audit log. */
export const recordChecks: readonly AuditCheck[] = [
  {
    check:
      'the events of every payment, refund, transfer and approval lead from nothing to its status without a gap',
    sql: `SELECT coalesce(r.resource, c.resource) AS resource, coalesce(r.id, c.resource_id) AS id, r.status, c.reached
          FROM (${resources}) r FULL JOIN (${chains}) c ON c.resource = r.resource AND c.resource_id = r.id
          WHERE r.id IS NULL OR c.resource_id IS NULL OR c.beginnings <> 1 OR c.reached_states <> c.steps
             OR c.left_states <> c.steps - 1 OR NOT c.left_by <@ c.reached
             OR NOT r.status = ANY (c.reached) OR r.status = ANY (c.left_by)`,
  },
  {
    check:
      'every payment, payment request, transfer and approval that the audit log says was made or changed exists',
    sql: `SELECT l.id, l.action, l.target_id FROM audit_log l
          WHERE l.decision = 'accepted' AND (${targets.map(missing).join(' OR ')})`,
  },
];
