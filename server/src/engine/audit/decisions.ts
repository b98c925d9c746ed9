import { namedPayee } from '../model/waiting.ts';
import type { AuditCheck } from './check.ts';

// What an approval can be about, with the columns that approvals copy from it. A payee that was found in the end is not
// copied.
const targets = `SELECT 'payment' AS type, id, status, accepted_at, payer_party_id,
    ${namedPayee}, initiator_party_id, agent_id
    FROM payments
  UNION ALL
  SELECT type, id, status, accepted_at, party_id, NULL, party_id, agent_id FROM transfers WHERE type = 'withdrawal'`;

function has(status: string): string {
  return `EXISTS (SELECT FROM approvals a WHERE a.target_id = t.id AND a.status = '${status}')`;
}

/** Approvals, compared with the payments and withdrawals that they are about. */
export const decisionChecks: readonly AuditCheck[] = [
  {
    check: 'a payment is in review exactly while an approval is pending',
    sql: `SELECT t.id, t.status FROM payments t WHERE (t.status = 'IN_REVIEW') <> ${has('pending')}`,
  },
  {
    check: 'a withdrawal is in review exactly while an approval is pending',
    sql: `SELECT t.id, t.status FROM transfers t WHERE (t.status = 'IN_REVIEW') <> ${has('pending')}`,
  },
  {
    check: 'whatever was denied has an approval that says so, and nothing else has',
    sql: `SELECT t.id, t.status FROM (${targets}) t WHERE (t.status = 'APPROVAL_DENIED') <> ${has('denied')}`,
  },
  {
    check: 'nothing was accepted before all its approvals were given',
    sql: `SELECT t.id, a.id AS approval, a.status FROM (${targets}) t JOIN approvals a ON a.target_id = t.id
          WHERE t.accepted_at IS NOT NULL AND a.status <> 'approved'`,
  },
  {
    check:
      'every approval is about a payment or withdrawal, of its parties and its agent, and for one of them to decide',
    sql: `SELECT a.id, a.target_type, a.target_id FROM approvals a
          LEFT JOIN (${targets}) t ON t.id = a.target_id AND t.type = a.target_type
          WHERE t.id IS NULL OR a.payer_party_id <> t.payer_party_id
             OR a.payee_party_id IS DISTINCT FROM t.payee_party_id OR a.initiator_party_id <> t.initiator_party_id
             OR a.agent_id IS DISTINCT FROM t.agent_id
             OR a.decider_party_id NOT IN (t.payer_party_id, t.initiator_party_id)`,
  },
  {
    check:
      'an approval has a time at which it ends while it is pending, and names who decided where somebody did',
    sql: `SELECT id, status, due_at, decided_by FROM approvals
          WHERE (status = 'pending') <> (due_at IS NOT NULL) OR due_at <= created_at
             OR (status = 'pending') <> (resolved_at IS NULL)
             OR (status IN ('approved', 'denied')) <> (decided_by IS NOT NULL)
             OR (decided_by IS NULL) <> (decided_with IS NULL)`,
  },
  {
    check: 'an approval that was given by a first of two has an event of that, and no other one has',
    sql: `SELECT a.id, a.first_decided_by FROM approvals a WHERE (a.first_decided_by IS NOT NULL) <> EXISTS (
            SELECT FROM events e WHERE e.resource = 'approval' AND e.resource_id = a.id AND e.from_status = 'pending'
              AND e.to_status = 'pending')`,
  },
];
