/** A query that finds what must not be, and the promise that it keeps. */
export type AuditCheck = { check: string; sql: string };

const exists = (table: string, column: string, target: string): AuditCheck => ({
  check: `every ${column} of ${table} is in ${target}`,
  sql: `SELECT x.${column} FROM ${table} x LEFT JOIN ${target} t ON t.id = x.${column}
        WHERE x.${column} IS NOT NULL AND t.id IS NULL`,
});
const partyExists = (table: string, column: string): AuditCheck => exists(table, column, 'parties');

/** The checks of `npm run audit`, money first, then the references that no foreign key watches. */
export const auditChecks: readonly AuditCheck[] = [
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
    check: 'a payment has moved, holds or leaves alone the money that its status says',
    sql: `SELECT p.id, p.status FROM payments p LEFT JOIN LATERAL (
            SELECT count(*) FILTER (WHERE m.kind = 'payment' AND m.source_wallet_id = p.payer_wallet_id
                     AND m.destination_wallet_id = p.payee_wallet_id) AS paid,
                   count(*) FILTER (WHERE m.kind = 'hold' AND m.source_wallet_id = p.payer_wallet_id
                     AND m.destination_wallet_id = p.payer_wallet_id) AS held,
                   count(*) AS moved
            FROM movements m WHERE m.transaction_id = p.id) n ON true
          WHERE (p.status = 'COMPLETED' AND n.paid <> 1) OR (p.status = 'PENDING_CLAIM' AND (n.held <> 1 OR n.moved <> 1))
             OR (p.status IN ('IN_REVIEW', 'APPROVAL_DENIED') AND n.moved <> 0)`,
  },
  {
    check: 'a completed deposit has moved its money once, from a clearing account into its wallet',
    sql: `SELECT t.id FROM transfers t LEFT JOIN LATERAL (
            SELECT count(*) AS moved FROM movements m JOIN wallets c ON c.id = m.source_wallet_id AND c.party_id IS NULL
            WHERE m.transaction_id = t.id AND m.destination_wallet_id = t.wallet_id) n ON true
          WHERE t.type = 'deposit' AND t.status = 'COMPLETED' AND n.moved <> 1`,
  },
  {
    check: 'a payment is in review exactly while an approval is pending',
    sql: `SELECT p.id, p.status FROM payments p
          WHERE (p.status = 'IN_REVIEW')
             <> EXISTS (SELECT FROM approvals a WHERE a.target_id = p.id AND a.status = 'pending')`,
  },
  {
    check: 'every approval belongs to a payment',
    sql: 'SELECT a.id FROM approvals a LEFT JOIN payments p ON p.id = a.target_id WHERE p.id IS NULL',
  },
  {
    check: 'whoever was paid is a counterparty',
    sql: `SELECT p.id FROM payments p LEFT JOIN counterparties c
            ON c.payer_party_id = p.payer_party_id AND c.payee_party_id = p.payee_party_id
          WHERE p.status IN ('PROCESSING', 'PENDING_CLAIM', 'COMPLETED') AND c.payer_party_id IS NULL`,
  },
  {
    check: 'the wallets of a payment belong to its payer and payee',
    sql: `SELECT p.id FROM payments p
          LEFT JOIN wallets a ON a.id = p.payer_wallet_id LEFT JOIN wallets b ON b.id = p.payee_wallet_id
          WHERE (p.payer_wallet_id IS NOT NULL AND a.party_id IS DISTINCT FROM p.payer_party_id)
             OR (p.payee_wallet_id IS NOT NULL AND b.party_id IS DISTINCT FROM p.payee_party_id)`,
  },
  exists('payments', 'agent_id', 'agents'),
  exists('payments', 'recipient_agent_id', 'agents'),
  exists('payments', 'user_id', 'users'),
  exists('transfers', 'wallet_id', 'wallets'),
  exists('transfers', 'external_account_id', 'external_accounts'),
  {
    check: 'every payment was made with a key that exists',
    sql: `SELECT p.id FROM payments p WHERE NOT EXISTS (SELECT FROM api_keys k WHERE k.id = p.credential_id)
            AND NOT EXISTS (SELECT FROM agent_keys k WHERE k.id = p.credential_id)`,
  },
  partyExists('payments', 'payer_party_id'),
  partyExists('payments', 'payee_party_id'),
  partyExists('payments', 'initiator_party_id'),
  partyExists('transfers', 'party_id'),
  partyExists('approvals', 'decider_party_id'),
  partyExists('approvals', 'payer_party_id'),
  partyExists('approvals', 'payee_party_id'),
  partyExists('approvals', 'initiator_party_id'),
  partyExists('counterparties', 'payer_party_id'),
  partyExists('counterparties', 'payee_party_id'),
  partyExists('idempotency_keys', 'party_id'),
];
