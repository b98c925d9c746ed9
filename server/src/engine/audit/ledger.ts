import type { AuditCheck } from './check.ts';

/** The sums of wallets, recomputed from the entries, and the wallets and places of each movement. */
export const ledgerChecks: readonly AuditCheck[] = [
  {
    check: 'posted and held of every wallet are the sums of its entries',
    sql: `SELECT w.id, w.posted, w.held, coalesce(e.posted, 0) AS entries_posted, coalesce(e.held, 0) AS entries_held
          FROM wallets w LEFT JOIN (
            SELECT wallet_id, sum(amount) AS posted, coalesce(sum(amount) FILTER (WHERE place = 'held'), 0) AS held
            FROM entries GROUP BY wallet_id) e ON e.wallet_id = w.id
          WHERE w.posted <> coalesce(e.posted, 0) OR w.held <> coalesce(e.held, 0)`,
  },
  {
    check: 'the entries of every movement sum to zero',
    sql: `SELECT transaction_id, step, currency, sum(amount) FROM entries
          GROUP BY transaction_id, step, currency HAVING sum(amount) <> 0`,
  },
  {
    check: 'all wallets of a currency, the clearing accounts included, sum to zero',
    sql: 'SELECT currency, sum(posted) FROM wallets GROUP BY currency HAVING sum(posted) <> 0',
  },
  {
    check: 'no party has less than nothing available',
    sql: `SELECT id, posted, held FROM wallets
          WHERE party_id IS NOT NULL AND NOT is_receivable AND (posted - held < 0 OR held < 0)`,
  },
  {
    check: 'every movement is dated before the time up to which its wallets are dated',
    sql: `SELECT w.id, w.dated_to_us, e.latest FROM wallets w
          JOIN (SELECT wallet_id, max(created_at) AS latest FROM entries GROUP BY wallet_id) e ON e.wallet_id = w.id
          WHERE w.rail IS DISTINCT FROM 'fees' AND extract(epoch FROM e.latest) * 1000000 >= w.dated_to_us`,
  },
  {
    check: 'a receivable account is one of a party, at zero or below, and holds nothing',
    sql: 'SELECT id, posted, held FROM wallets WHERE is_receivable AND (party_id IS NULL OR posted > 0 OR held <> 0)',
  },
  {
    check: 'a party that owes has nothing available in that currency',
    sql: `SELECT w.id, w.posted, w.held, r.posted AS owed FROM wallets w
          JOIN wallets r ON r.party_id = w.party_id AND r.currency = w.currency AND r.is_receivable
          WHERE NOT w.is_receivable AND r.posted < 0 AND w.posted > w.held`,
  },
  {
    check: 'no more fees were paid out than were collected',
    sql: "SELECT id, currency, posted FROM wallets WHERE rail = 'fees' AND posted < 0",
  },
  {
    check: 'a closed wallet is empty, and no default one is closed',
    sql: "SELECT id, posted, held, is_default FROM wallets WHERE status = 'closed' AND (posted <> 0 OR is_default)",
  },
  {
    check: 'every wallet holds what waits to be claimed and what is on its way to a bank, and nothing else',
    sql: `SELECT w.id, w.held, coalesce(h.amount, 0) AS expected FROM wallets w LEFT JOIN (
            SELECT wallet_id, sum(amount) AS amount FROM (
              SELECT payer_wallet_id AS wallet_id, amount + coalesce(fee, 0) AS amount FROM payments WHERE status = 'PENDING_CLAIM'
              UNION ALL
              SELECT wallet_id, amount + coalesce(fee, 0) FROM transfers WHERE type = 'withdrawal' AND status = 'PROCESSING') x
            GROUP BY wallet_id) h ON h.wallet_id = w.id
          WHERE w.held <> coalesce(h.amount, 0)`,
  },
  {
    check: 'every entry is in the currency of its wallet',
    sql: `SELECT e.transaction_id, e.wallet_id, e.currency FROM entries e LEFT JOIN wallets w ON w.id = e.wallet_id
          WHERE w.id IS NULL OR w.currency <> e.currency`,
  },
  {
    check:
      'every movement belongs to a payment, a refund, a transfer, a payout or a write-off of its amount or fee, and currency',
    sql: `SELECT m.transaction_id, m.step FROM movements m LEFT JOIN (
            SELECT id, amount, fee, currency, NULL AS type FROM payments
            UNION ALL SELECT id, amount, fee, currency, type FROM transfers
            UNION ALL SELECT id, amount, NULL, currency, NULL FROM refunds
            UNION ALL SELECT id, amount, NULL, currency, NULL FROM fee_payouts
            UNION ALL SELECT id, amount, NULL, currency, NULL FROM write_offs) x ON x.id = m.transaction_id
          WHERE x.currency IS DISTINCT FROM m.currency OR CASE
            WHEN m.kind LIKE 'fee%' THEN x.fee IS DISTINCT FROM m.amount
            WHEN m.kind = 'recovery' THEN m.amount > x.amount + coalesce(x.fee, 0)
            WHEN m.kind = 'return' AND x.type = 'deposit' THEN m.amount > x.amount
            ELSE x.amount IS DISTINCT FROM m.amount END`,
  },
  {
    // Statements look for plain payments in a range of ids (longestReview_ms in server/src/money/wallets/statement/get.ts).
    check: 'no payment moved its money more than 30 days after it was made',
    sql: `SELECT p.id, p.created_at, m.created_at AS moved_at FROM movements m JOIN payments p ON p.id = m.transaction_id
          WHERE m.kind = 'payment' AND m.created_at > p.created_at + interval '30 days'`,
  },
  {
    // For each kind its source and destination: the own wallet, the payee's or a clearing account, and the place in it. A
    // return to a wallet that was closed goes to another one of its party, and a returned deposit takes from others too. The
    // next check is about recoveries.
    check: 'every movement goes between the wallets and places of its kind',
    sql: `SELECT x.transaction_id, x.step, x.kind, x.way FROM (
            SELECT m.transaction_id, m.step, m.kind, t.type,
                   CASE WHEN s.rail = 'fees' THEN 'fees' WHEN s.party_id IS NULL THEN 'clearing'
                     WHEN s.is_receivable AND s.party_id = t.party_id THEN 'receivable'
                     WHEN s.id = coalesce(p.payer_wallet_id, t.wallet_id, r.source_wallet_id)
                     THEN 'own' WHEN s.party_id = t.party_id THEN 'sibling' ELSE 'other' END || ' ' || m.source_place || ' > ' ||
                   CASE WHEN d.rail = 'fees' THEN 'fees' WHEN d.party_id IS NULL THEN 'clearing' WHEN d.id = coalesce(p.payer_wallet_id, t.wallet_id)
                     THEN 'own' WHEN d.id = coalesce(p.payee_wallet_id, t.destination_wallet_id, r.destination_wallet_id)
                     THEN 'payee' WHEN d.party_id = t.party_id AND o.status = 'closed' THEN 'successor'
                     ELSE 'other' END || ' ' || m.destination_place AS way
            FROM movements m
            LEFT JOIN payments p ON p.id = m.transaction_id LEFT JOIN transfers t ON t.id = m.transaction_id
            LEFT JOIN refunds r ON r.id = m.transaction_id
            LEFT JOIN wallets o ON o.id = t.wallet_id LEFT JOIN wallets s ON s.id = m.source_wallet_id
            LEFT JOIN wallets d ON d.id = m.destination_wallet_id) x
          WHERE x.way IS DISTINCT FROM CASE x.kind
            WHEN 'payment' THEN 'own available > payee available' WHEN 'hold' THEN 'own available > own held'
            WHEN 'refund' THEN 'own available > payee available' WHEN 'claim' THEN 'own held > payee available'
            WHEN 'release' THEN 'own held > own available' WHEN 'deposit' THEN 'clearing available > own available'
            WHEN 'withdrawal' THEN 'own held > clearing available'
            WHEN 'internal' THEN 'own available > payee available'
            WHEN 'fee_hold' THEN 'own available > own held' WHEN 'fee_release' THEN 'own held > own available'
            WHEN 'fee' THEN CASE x.step WHEN 101 THEN 'own available' ELSE 'own held' END || ' > fees available'
            WHEN 'payout' THEN 'fees available > clearing available' WHEN 'recovery' THEN x.way
            WHEN 'write_off' THEN x.way
            WHEN 'return' THEN CASE WHEN x.type = 'deposit' THEN CASE x.way
              WHEN 'receivable available > clearing available' THEN x.way
              WHEN 'sibling available > clearing available' THEN x.way ELSE 'own available > clearing available' END
              ELSE CASE x.way WHEN 'clearing available > successor available' THEN x.way
              ELSE 'clearing available > own available' END END END`,
  },
  {
    check: 'a recovery takes from what has just arrived or was released what its party owes',
    sql: `SELECT m.transaction_id, m.step FROM movements m
          LEFT JOIN movements a ON a.transaction_id = m.transaction_id AND a.step = m.step - 1
          LEFT JOIN movements f ON f.transaction_id = a.transaction_id AND f.step = a.step + 100 AND f.kind = 'fee_release'
          LEFT JOIN wallets s ON s.id = m.source_wallet_id LEFT JOIN wallets d ON d.id = m.destination_wallet_id
          WHERE m.kind = 'recovery' AND (coalesce(a.kind, '') NOT IN ('payment', 'claim', 'refund', 'deposit', 'return', 'release')
            OR a.destination_wallet_id <> m.source_wallet_id OR m.amount > a.amount + coalesce(f.amount, 0) OR NOT d.is_receivable
            OR s.party_id IS DISTINCT FROM d.party_id
            OR m.source_place || a.destination_place || m.destination_place <> 'availableavailableavailable')`,
  },
];
