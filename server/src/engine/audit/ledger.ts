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
    sql: 'SELECT id, posted, held FROM wallets WHERE party_id IS NOT NULL AND (posted - held < 0 OR held < 0)',
  },
  {
    check: 'every wallet holds what waits to be claimed and what is on its way to a bank, and nothing else',
    sql: `SELECT w.id, w.held, coalesce(h.amount, 0) AS expected FROM wallets w LEFT JOIN (
            SELECT wallet_id, sum(amount) AS amount FROM (
              SELECT payer_wallet_id AS wallet_id, amount FROM payments WHERE status = 'PENDING_CLAIM'
              UNION ALL
              SELECT wallet_id, amount FROM transfers WHERE type = 'withdrawal' AND status = 'PROCESSING') x
            GROUP BY wallet_id) h ON h.wallet_id = w.id
          WHERE w.held <> coalesce(h.amount, 0)`,
  },
  {
    check: 'every entry is in the currency of its wallet',
    sql: `SELECT e.transaction_id, e.wallet_id, e.currency FROM entries e LEFT JOIN wallets w ON w.id = e.wallet_id
          WHERE w.id IS NULL OR w.currency <> e.currency`,
  },
  {
    check: 'every movement belongs to a payment or a transfer of its amount and currency',
    sql: `SELECT m.transaction_id, m.step FROM movements m
          LEFT JOIN payments p ON p.id = m.transaction_id LEFT JOIN transfers t ON t.id = m.transaction_id
          WHERE coalesce(p.amount, t.amount) IS DISTINCT FROM m.amount
             OR coalesce(p.currency, t.currency) IS DISTINCT FROM m.currency`,
  },
  {
    // For each kind its source and destination: the own wallet, the payee's or a clearing account, and the place in it.
    check: 'every movement goes between the wallets and places of its kind',
    sql: `SELECT x.transaction_id, x.step, x.kind, x.way FROM (
            SELECT m.transaction_id, m.step, m.kind,
                   CASE WHEN s.party_id IS NULL THEN 'clearing' WHEN s.id = coalesce(p.payer_wallet_id, t.wallet_id)
                     THEN 'own' ELSE 'other' END || ' ' || m.source_place || ' > ' ||
                   CASE WHEN d.party_id IS NULL THEN 'clearing' WHEN d.id = coalesce(p.payer_wallet_id, t.wallet_id)
                     THEN 'own' WHEN d.id = p.payee_wallet_id THEN 'payee' ELSE 'other' END || ' ' ||
                   m.destination_place AS way
            FROM movements m
            LEFT JOIN payments p ON p.id = m.transaction_id LEFT JOIN transfers t ON t.id = m.transaction_id
            LEFT JOIN wallets s ON s.id = m.source_wallet_id
            LEFT JOIN wallets d ON d.id = m.destination_wallet_id) x
          WHERE x.way IS DISTINCT FROM CASE x.kind
            WHEN 'payment' THEN 'own available > payee available' WHEN 'hold' THEN 'own available > own held'
            WHEN 'release' THEN 'own held > own available' WHEN 'deposit' THEN 'clearing available > own available'
            WHEN 'withdrawal' THEN 'own held > clearing available'
            WHEN 'return' THEN 'clearing available > own available' END`,
  },
];
