import type { AuditCheck } from './check.ts';

// The payments of each request that were made and not undone.
const alive = `SELECT payment_request_id, array_agg(id) AS ids,
    bool_and(status IN ('IN_REVIEW', 'PROCESSING')) AS under_way
  FROM payments WHERE payment_request_id IS NOT NULL
    AND (accepted_at IS NOT NULL OR status IN ('IN_REVIEW', 'PROCESSING'))
  GROUP BY payment_request_id`;

// Each event enters one state and leaves another, so that what is left over is the state in which a request is now. A
// request may enter OPEN and PROCESSING more than once, and the ids of events are no order.
const entered = `SELECT resource_id, status, sum(n) AS times FROM (
    SELECT resource_id, to_status AS status, 1 AS n FROM events WHERE resource = 'paymentRequest'
    UNION ALL
    SELECT resource_id, from_status, -1 FROM events WHERE resource = 'paymentRequest' AND from_status IS NOT NULL) e
  GROUP BY resource_id, status HAVING sum(n) <> 0`;

/** Payment requests, compared with the payments that fulfil them. */
export const paymentRequestChecks: readonly AuditCheck[] = [
  {
    check: 'a payment request was paid once, is being paid by one payment under way, or was never paid',
    sql: `SELECT r.id, r.status, r.payment_id, p.ids FROM payment_requests r
          LEFT JOIN (${alive}) p ON p.payment_request_id = r.id
          WHERE CASE WHEN r.status IN ('PROCESSING', 'COMPLETED')
            THEN p.ids IS DISTINCT FROM ARRAY[r.payment_id] OR p.under_way <> (r.status = 'PROCESSING')
            ELSE p.ids IS NOT NULL END`,
  },
  {
    check: 'a payment that fulfils a request pays who asks what is asked for',
    sql: `SELECT p.id, r.id AS request FROM payments p JOIN payment_requests r ON r.id = p.payment_request_id
          WHERE p.payee_party_id IS DISTINCT FROM r.party_id OR p.amount <> r.amount OR p.currency <> r.currency
             OR p.description IS DISTINCT FROM r.description
             OR (p.id = r.payment_id AND p.payer_party_id <> r.payer_party_id)`,
  },
  {
    check: 'the events of every payment request lead from nothing to its status',
    sql: `SELECT coalesce(r.id, e.resource_id) AS id, r.status, e.status AS reached, e.times
          FROM payment_requests r FULL JOIN (${entered}) e ON e.resource_id = r.id AND e.status = r.status
          WHERE r.id IS NULL OR e.times IS DISTINCT FROM 1`,
  },
];
