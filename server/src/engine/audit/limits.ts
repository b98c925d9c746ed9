import type { AuditCheck } from './check.ts';

const owners = `SELECT a.id, p.default_currency AS currency FROM agents a JOIN parties p ON p.id = a.party_id
    WHERE a.per_day IS NOT NULL OR a.per_month IS NOT NULL
  UNION ALL
  SELECT id, default_currency FROM parties WHERE per_day IS NOT NULL OR per_month IS NOT NULL`;

const facts = 'amount, currency, status, accepted_at, updated_at';
const spent = `SELECT agent_id AS owner_id, ${facts} FROM payments
  UNION ALL
  SELECT payer_party_id, ${facts} FROM payments
  UNION ALL
  SELECT initiator_party_id, ${facts} FROM payments WHERE initiator_party_id <> payer_party_id
  UNION ALL
  SELECT agent_id, ${facts} FROM transfers WHERE type = 'withdrawal'
  UNION ALL
  SELECT party_id, ${facts} FROM transfers WHERE type = 'withdrawal'`;

function sumOf(period: 'day' | 'month'): string {
  const startOf = (time: string): string => `date_trunc('${period}', ${time} AT TIME ZONE 'UTC')`;
  return `coalesce(sum(s.amount) FILTER (WHERE ${startOf('s.accepted_at')} = date_trunc('${period}', c.day::timestamp)
    AND NOT (s.status IN ('FAILED', 'CANCELED') AND ${startOf('s.updated_at')} = ${startOf('s.accepted_at')})), 0)`;
}

/** Limit counters, recomputed from the accepted payments and withdrawals. */
export const limitChecks: readonly AuditCheck[] = [
  {
    check: 'every counter is what was spent in its day and month',
    sql: `SELECT c.*, ${sumOf('day')} AS expected_in_day, ${sumOf('month')} AS expected_in_month
          FROM (${owners}) o JOIN limit_counters c ON c.owner_id = o.id
          LEFT JOIN (${spent}) s ON s.owner_id = o.id AND s.currency = o.currency AND s.accepted_at IS NOT NULL
          GROUP BY c.owner_id
          HAVING c.spent_in_day <> ${sumOf('day')} OR c.spent_in_month <> ${sumOf('month')}`,
  },
  {
    check: 'nothing was spent after the day of its counter, or without one',
    sql: `SELECT o.id AS owner_id, c.day, max(s.accepted_at) AS spent_at
          FROM (${owners}) o JOIN (${spent}) s ON s.owner_id = o.id AND s.currency = o.currency
          LEFT JOIN limit_counters c ON c.owner_id = o.id
          WHERE s.accepted_at IS NOT NULL AND (c.day IS NULL OR (s.accepted_at AT TIME ZONE 'UTC')::date > c.day)
          GROUP BY o.id, c.day`,
  },
  {
    check: 'every counter belongs to an agent or party with a limit per day or month',
    sql: `SELECT c.owner_id, c.day FROM limit_counters c LEFT JOIN (${owners}) o ON o.id = c.owner_id
          WHERE o.id IS NULL`,
  },
];
