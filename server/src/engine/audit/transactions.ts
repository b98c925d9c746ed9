import type { AuditCheck } from './check.ts';

// The kinds of movements of each payment or transfer, in their order, such as 'hold release'.
const moved = `SELECT transaction_id, string_agg(kind, ' ' ORDER BY step) AS kinds, max(step) - count(*) AS missing,
    min(created_at) FILTER (WHERE step = 1) AS first_at
  FROM movements GROUP BY transaction_id`;

const heldAndReleased = "CASE WHEN x.accepted_at IS NULL THEN '' ELSE 'hold release' END";

/** Payments and transfers: their movements, and the columns of their own rows. */
export const transactionChecks: readonly AuditCheck[] = [
  {
    check: 'a payment has moved, holds or leaves alone the money that its status says',
    sql: `SELECT x.id, x.status, m.kinds FROM payments x LEFT JOIN (${moved}) m ON m.transaction_id = x.id
          WHERE m.missing <> 0 OR coalesce(m.kinds, '') IS DISTINCT FROM CASE x.status
            WHEN 'COMPLETED' THEN 'payment' WHEN 'PENDING_CLAIM' THEN 'hold' WHEN 'RETURNED' THEN 'hold release'
            WHEN 'IN_REVIEW' THEN '' WHEN 'APPROVAL_DENIED' THEN ''
            WHEN 'CANCELED' THEN ${heldAndReleased} WHEN 'FAILED' THEN ${heldAndReleased} END`,
  },
  {
    check: 'a withdrawal holds, has sent or has got back the money that its status says',
    sql: `SELECT x.id, x.status, m.kinds FROM transfers x LEFT JOIN (${moved}) m ON m.transaction_id = x.id
          WHERE x.type = 'withdrawal' AND (m.missing <> 0 OR coalesce(m.kinds, '') IS DISTINCT FROM CASE x.status
            WHEN 'PROCESSING' THEN 'hold' WHEN 'COMPLETED' THEN 'hold withdrawal'
            WHEN 'RETURNED' THEN 'hold withdrawal return' WHEN 'IN_REVIEW' THEN '' WHEN 'APPROVAL_DENIED' THEN ''
            WHEN 'CANCELED' THEN ${heldAndReleased} WHEN 'FAILED' THEN ${heldAndReleased} END)`,
  },
  {
    check: 'a deposit has moved its money once, from a clearing account into its wallet',
    sql: `SELECT x.id, x.status, m.kinds FROM transfers x LEFT JOIN (${moved}) m ON m.transaction_id = x.id
          WHERE x.type = 'deposit' AND (x.status <> 'COMPLETED' OR m.kinds IS DISTINCT FROM 'deposit')`,
  },
  {
    check: 'whatever moved money was accepted when it moved first, and nothing else was',
    sql: `SELECT x.id, x.accepted_at, m.first_at
          FROM (SELECT id, accepted_at FROM payments UNION ALL SELECT id, accepted_at FROM transfers) x
          LEFT JOIN (${moved}) m ON m.transaction_id = x.id
          WHERE x.accepted_at IS DISTINCT FROM m.first_at`,
  },
  {
    check: 'a payment has a time at which it goes back exactly while it waits to be claimed',
    sql: `SELECT id, status, due_at FROM payments
          WHERE (status = 'PENDING_CLAIM') <> (due_at IS NOT NULL) OR due_at <= accepted_at`,
  },
  {
    check: 'a transfer says when it was settled and why it failed or came back, and only then',
    sql: `SELECT id, status FROM transfers
          WHERE (status IN ('COMPLETED', 'RETURNED')) <> (settled_at IS NOT NULL)
             OR (status = 'FAILED') <> (failure_code IS NOT NULL)
             OR (status = 'RETURNED') <> (return_code IS NOT NULL)`,
  },
  {
    check: 'the bank is asked for a withdrawal from when its money was held until it has ended',
    sql: `SELECT coalesce(t.id, o.transfer_id) AS id, t.status, o.state, o.due_at
          FROM (SELECT * FROM transfers WHERE type = 'withdrawal') t FULL JOIN rail_orders o ON o.transfer_id = t.id
          WHERE t.id IS NULL OR (t.accepted_at IS NULL) <> (o.transfer_id IS NULL)
             OR (o.state IN ('waiting', 'unknown', 'taken')) <> (t.status = 'PROCESSING')
             OR (o.state = 'withdrawn' AND t.status <> 'CANCELED')
             OR (o.state IN ('waiting', 'unknown') AND o.due_at IS NULL)
             OR (o.state IN ('withdrawn', 'ended') AND o.due_at IS NOT NULL)
             OR o.outbound_key <> 'purser-' || replace(t.id::text, '-', '')`,
  },
  {
    // It has the id of the payment. Before migration 24 it had another one, and a payment in review registered it too.
    check: 'a party that a payment registered was paid by it',
    sql: `SELECT p.id, p.status FROM payments p JOIN parties y ON y.id = p.id
          WHERE p.accepted_at IS NULL OR p.payee_party_id <> p.id`,
  },
  {
    check: 'whoever was paid is a counterparty',
    sql: `SELECT p.id FROM payments p CROSS JOIN payment_watermarks m
          LEFT JOIN paired_parties a ON a.party_id = p.payer_party_id
          LEFT JOIN paired_parties b ON b.party_id = p.payee_party_id
          LEFT JOIN counterparties c
            ON c.payer_party_id = p.payer_party_id AND c.payee_party_id = p.payee_party_id
          WHERE p.id <= greatest(m.paired_to, a.paired_to, b.paired_to) AND p.accepted_at IS NOT NULL
            AND c.payer_party_id IS NULL`,
  },
  {
    check: 'the wallets of a payment belong to its payer and payee',
    sql: `SELECT p.id FROM payments p
          LEFT JOIN wallets a ON a.id = p.payer_wallet_id LEFT JOIN wallets b ON b.id = p.payee_wallet_id
          WHERE (p.payer_wallet_id IS NOT NULL AND a.party_id IS DISTINCT FROM p.payer_party_id)
             OR (p.payee_wallet_id IS NOT NULL AND b.party_id IS DISTINCT FROM p.payee_party_id)`,
  },
  {
    check: 'the wallet and the account of a transfer belong to its party',
    sql: `SELECT t.id FROM transfers t
          LEFT JOIN wallets w ON w.id = t.wallet_id LEFT JOIN external_accounts a ON a.id = t.external_account_id
          WHERE w.party_id IS DISTINCT FROM t.party_id OR w.currency IS DISTINCT FROM t.currency
             OR a.party_id IS DISTINCT FROM t.party_id`,
  },
];
