import { plainId } from '../../db/sql.ts';
import { isPartOf } from '../model/waiting.ts';
import type { AuditCheck } from './check.ts';

// The kinds of movements of each payment or transfer, in their order, such as 'hold release', except what settles debts
// and fees.
const moved = `SELECT transaction_id, string_agg(kind, ' ' ORDER BY step) FILTER (WHERE kind <> 'recovery') AS kinds,
    sum(amount) FILTER (WHERE kind = 'return') AS returned, max(step) - count(*) AS missing,
    min(created_at) FILTER (WHERE step = 1) AS first_at
  FROM movements WHERE kind NOT LIKE 'fee%' GROUP BY transaction_id`;

// What happens to a fee when the amount moves.
const ofFee = `CASE m.kind WHEN 'payment' THEN 'fee' WHEN 'claim' THEN 'fee' WHEN 'withdrawal' THEN 'fee'
  WHEN 'hold' THEN 'fee_hold' WHEN 'release' THEN 'fee_release' END`;

// A payment goes straight to its payee, or is held until the payee claims it.
const paid = "CASE left(m.kinds, 4) WHEN 'hold' THEN 'hold claim' ELSE 'payment' END";
const heldAndReleased = "CASE WHEN x.accepted_at IS NULL THEN '' ELSE 'hold release' END";

/** Payments and transfers: their movements, and the columns of their own rows. */
export const transactionChecks: readonly AuditCheck[] = [
  {
    check: 'a payment has moved, holds or leaves alone the money that its status says',
    sql: `SELECT x.id, x.status, m.kinds FROM payments x LEFT JOIN (${moved}) m ON m.transaction_id = x.id
          WHERE m.missing <> 0 OR coalesce(m.kinds, '') IS DISTINCT FROM CASE x.status
            WHEN 'COMPLETED' THEN ${paid} WHEN 'PENDING_CLAIM' THEN 'hold'
            WHEN 'RETURNED' THEN CASE WHEN x.refunded_amount IS NULL THEN 'hold release' ELSE ${paid} END
            WHEN 'IN_REVIEW' THEN '' WHEN 'APPROVAL_DENIED' THEN '' WHEN 'PROCESSING' THEN ''
            WHEN 'CANCELED' THEN ${heldAndReleased} WHEN 'FAILED' THEN ${heldAndReleased} END`,
  },
  {
    // What came of a payment after its deposit completed depends on more than the two.
    check:
      'a payment is under way exactly while the deposit that funds it is, which brings its amount and fee',
    sql: `SELECT coalesce(p.id, t.payment_id) AS id, p.status, t.status AS deposit
          FROM (SELECT * FROM payments WHERE status IN ('PROCESSING', 'FAILED')
                  OR id IN (SELECT payment_id FROM transfers WHERE payment_id IS NOT NULL)) p
          FULL JOIN (SELECT * FROM transfers WHERE payment_id IS NOT NULL) t ON t.payment_id = p.id
          WHERE p.id IS NULL OR t.id IS NULL OR (p.status = 'PROCESSING') <> (t.status = 'PROCESSING')
             OR p.payer_party_id <> t.party_id OR p.currency <> t.currency OR p.amount + coalesce(p.fee, 0) <> t.amount
             OR (t.status IN ('FAILED', 'CANCELED') AND p.status <> t.status) OR p.payment_request_id IS NULL`,
  },
  {
    check: 'a payment has refunded what its refunds sum up to, and was returned when that is all of it',
    sql: `SELECT p.id, p.status, p.amount, p.refunded_amount, r.amount AS refunds FROM payments p
          LEFT JOIN (SELECT payment_id, sum(amount) AS amount FROM refunds GROUP BY payment_id) r ON r.payment_id = p.id
          WHERE p.refunded_amount IS DISTINCT FROM r.amount OR p.refunded_amount > p.amount
             OR (p.refunded_amount IS NOT NULL
               AND p.status <> CASE p.refunded_amount WHEN p.amount THEN 'RETURNED' ELSE 'COMPLETED' END)`,
  },
  {
    check: 'a refund has moved its money once, from the payee of its payment to its payer',
    sql: `SELECT r.id, r.payment_id, m.kinds FROM refunds r LEFT JOIN payments p ON p.id = r.payment_id
          LEFT JOIN (${moved}) m ON m.transaction_id = r.id
          LEFT JOIN wallets s ON s.id = r.source_wallet_id LEFT JOIN wallets d ON d.id = r.destination_wallet_id
          WHERE m.kinds IS DISTINCT FROM 'refund' OR p.currency IS DISTINCT FROM r.currency
             OR p.payee_party_id IS DISTINCT FROM r.party_id OR s.party_id IS DISTINCT FROM r.party_id
             OR p.payer_party_id IS DISTINCT FROM r.receiver_party_id OR d.party_id IS DISTINCT FROM r.receiver_party_id`,
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
    // A return takes from wallets, from the receivable account, or from both.
    check: 'a deposit has brought or given back the money that its status says',
    sql: `SELECT x.id, x.status, m.kinds, m.returned FROM transfers x LEFT JOIN (${moved}) m ON m.transaction_id = x.id
          WHERE x.type = 'deposit' AND (regexp_replace(coalesce(m.kinds, ''), 'return( return)+', 'return') IS DISTINCT FROM
            CASE x.status WHEN 'COMPLETED' THEN 'deposit' WHEN 'RETURNED' THEN 'deposit return'
              WHEN 'PROCESSING' THEN '' WHEN 'FAILED' THEN '' WHEN 'CANCELED' THEN '' END
            OR m.returned <> x.amount)`,
  },
  {
    check: 'an internal transfer has moved its money once, at once',
    sql: `SELECT x.id, x.status, m.kinds FROM transfers x LEFT JOIN (${moved}) m ON m.transaction_id = x.id
          WHERE x.type = 'internal' AND (x.status <> 'COMPLETED' OR m.kinds IS DISTINCT FROM 'internal')`,
  },
  {
    check:
      'a fee is held, released and paid with the amount of its payment or withdrawal, and nothing else is',
    sql: `SELECT coalesce(x.transaction_id, f.transaction_id) AS id, x.kind AS expected, f.kind
          FROM (SELECT m.transaction_id, m.step, ${ofFee} AS kind FROM movements m
                JOIN (SELECT id, fee FROM payments UNION ALL SELECT id, fee FROM transfers) r ON r.id = m.transaction_id
                WHERE r.fee IS NOT NULL AND ${ofFee} IS NOT NULL) x
          FULL JOIN (SELECT transaction_id, step, kind FROM movements WHERE kind LIKE 'fee%') f
            ON f.transaction_id = x.transaction_id AND f.step = 100 + x.step
          WHERE x.kind IS DISTINCT FROM f.kind`,
  },
  {
    check: 'a payout of fees has moved its money once',
    sql: `SELECT y.id, m.kinds FROM fee_payouts y LEFT JOIN (${moved}) m ON m.transaction_id = y.id
          WHERE m.kinds IS DISTINCT FROM 'payout'`,
  },
  {
    check: 'a write-off has moved its amount once, from the losses to what its party owed',
    sql: `SELECT o.id, m.kind, m.amount FROM write_offs o LEFT JOIN movements m ON m.transaction_id = o.id
          LEFT JOIN wallets s ON s.id = m.source_wallet_id LEFT JOIN wallets d ON d.id = m.destination_wallet_id
          WHERE m.kind IS DISTINCT FROM 'write_off' OR m.step <> 1 OR s.rail IS DISTINCT FROM 'losses'
             OR d.party_id IS DISTINCT FROM o.party_id OR NOT d.is_receivable`,
  },
  {
    check: 'whatever moved money was accepted when it moved first, and nothing else was',
    sql: `SELECT x.id, x.accepted_at, m.first_at
          FROM (SELECT id, accepted_at FROM payments UNION ALL SELECT id, accepted_at FROM transfers) x
          LEFT JOIN (${moved}) m ON m.transaction_id = x.id
          WHERE x.accepted_at IS DISTINCT FROM date_trunc('milliseconds', m.first_at)`,
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
    // A deposit without a maker has arrived already. One with a maker is asked for at once.
    check: 'the bank is asked for a deposit, and for a withdrawal once its money is held, until it has ended',
    sql: `SELECT coalesce(t.id, o.transfer_id) AS id, t.status, o.state, o.due_at
          FROM (SELECT * FROM transfers WHERE type = 'withdrawal' OR (type = 'deposit' AND user_id IS NOT NULL)) t
          FULL JOIN rail_orders o ON o.transfer_id = t.id
          WHERE t.id IS NULL OR (t.type = 'withdrawal' AND t.accepted_at IS NULL) <> (o.transfer_id IS NULL)
             OR (o.state IN ('waiting', 'unknown', 'taken')) <> (t.status = 'PROCESSING')
             OR (o.state = 'withdrawn' AND t.status <> 'CANCELED')
             OR (o.state IN ('waiting', 'unknown') AND o.due_at IS NULL)
             OR (o.state IN ('withdrawn', 'ended') AND o.due_at IS NOT NULL)
             OR o.outbound_key <> 'purser-' || ${plainId('t.id')}`,
  },
  {
    check: 'an order that has not ended keeps the number of its account',
    sql: `SELECT o.transfer_id AS id, o.state FROM rail_orders o JOIN transfers t ON t.id = o.transfer_id
          JOIN external_accounts a ON a.id = t.external_account_id
          WHERE o.state IN ('waiting', 'unknown', 'taken') AND a.sealed_number IS NOT NULL AND o.sealed_number IS NULL`,
  },
  {
    // It has the id of the payment, which is accepted by then: one in review registers nobody.
    check: 'a party that a payment registered was paid by it',
    sql: `SELECT p.id, p.status FROM payments p JOIN parties y ON y.id = p.id
          WHERE p.accepted_at IS NULL OR coalesce(p.first_payee_party_id, p.payee_party_id) <> p.id`,
  },
  {
    check: 'no payment waits for a party that has proved its address, unless it is due to be moved',
    sql: `SELECT p.id, p.payee_party_id FROM payments p JOIN parties y ON y.id = p.payee_party_id
          LEFT JOIN claims c ON c.party_id = y.id
          WHERE p.status = 'PENDING_CLAIM' AND y.status <> 'PROVISIONAL' AND c.due_at IS NULL
            AND ${isPartOf('c', 'p')}`,
  },
  {
    check:
      'a party that a payment registered can claim what waits for it, and has exactly once it is ACTIVE or MERGED',
    sql: `SELECT y.id, y.status, c.claimed_at FROM parties y JOIN payments p ON p.id = y.id
          LEFT JOIN claims c ON c.party_id = y.id
          WHERE (y.status = 'PROVISIONAL') <> (c.claimed_at IS NULL) OR c.party_id IS NULL`,
  },
  {
    check:
      'a party is MERGED exactly if another that has proved its address has taken over what waited for it',
    sql: `SELECT y.id, y.status, c.taken_by FROM parties y LEFT JOIN claims c ON c.party_id = y.id
          LEFT JOIN parties t ON t.id = c.taken_by
          WHERE (y.status = 'MERGED') <> (c.taken_by IS NOT NULL) OR t.status NOT IN ('ACTIVE', 'FROZEN')`,
  },
  {
    check:
      'a payment is paid in place of the payee that it named only to the party that has taken that one over',
    sql: `SELECT p.id, p.payee_party_id, p.first_payee_party_id FROM payments p
          LEFT JOIN claims c ON c.party_id = p.first_payee_party_id
          WHERE p.first_payee_party_id IS NOT NULL
            AND (c.taken_by IS DISTINCT FROM p.payee_party_id OR p.status IN ('PENDING_CLAIM', 'IN_REVIEW'))`,
  },
  {
    check: 'an address that was taken from a party is one of the party that has taken that one over',
    sql: `SELECT k.id, k.party_id, k.taken_from FROM contacts k LEFT JOIN claims c ON c.party_id = k.taken_from
          WHERE k.taken_from IS NOT NULL AND (k.verified_at IS NULL OR c.taken_by IS DISTINCT FROM k.party_id)`,
  },
  {
    // What was accepted had its 30 days from then on; the claim is dated after all that had ended before it.
    check: 'nothing that a party has claimed was canceled or went back',
    sql: `SELECT p.id, p.status FROM payments p JOIN claims c ON c.party_id = p.payee_party_id
          WHERE p.status IN ('CANCELED', 'RETURNED') AND p.refunded_amount IS NULL AND p.updated_at > c.claimed_at
            AND ${isPartOf('c', 'p', "p.accepted_at + interval '720 hours'")}`,
  },
  {
    check: 'whoever was paid is a counterparty',
    sql: `SELECT p.id FROM payments p CROSS JOIN payment_watermarks m
          LEFT JOIN paired_parties a ON a.party_id = p.payer_party_id
          LEFT JOIN paired_parties b ON b.party_id = p.payee_party_id
          LEFT JOIN counterparties c
            ON c.payer_party_id = p.payer_party_id AND c.payee_party_id = p.payee_party_id
          WHERE p.id <= greatest(m.paired_to, a.paired_to, b.paired_to) AND p.accepted_at IS NOT NULL
            AND (c.payer_party_id IS NULL OR p.accepted_at NOT BETWEEN c.first_paid_at AND c.last_paid_at)`,
  },
  {
    check: 'the wallets of a payment belong to its payer and payee',
    sql: `SELECT p.id FROM payments p
          LEFT JOIN wallets a ON a.id = p.payer_wallet_id LEFT JOIN wallets b ON b.id = p.payee_wallet_id
          WHERE (p.payer_wallet_id IS NOT NULL AND a.party_id IS DISTINCT FROM p.payer_party_id)
             OR (p.payee_wallet_id IS NOT NULL AND b.party_id IS DISTINCT FROM p.payee_party_id)`,
  },
  {
    check: 'the wallets and the account of a transfer belong to its party',
    sql: `SELECT t.id FROM transfers t
          LEFT JOIN wallets w ON w.id = t.wallet_id LEFT JOIN wallets d ON d.id = t.destination_wallet_id
          LEFT JOIN external_accounts a ON a.id = t.external_account_id
          WHERE w.party_id IS DISTINCT FROM t.party_id OR w.currency IS DISTINCT FROM t.currency
             OR coalesce(a.party_id, d.party_id) IS DISTINCT FROM t.party_id`,
  },
];
