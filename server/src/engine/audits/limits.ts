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

function startOf(time: string): string {
  return `date_trunc(p.period, ${time} AT TIME ZONE 'UTC')::date`;
}

// The formula of count-limits.ts, for every period there was.
const sums = `SELECT o.id AS owner_id, p.period, ${startOf('s.accepted_at')} AS starts_on, sum(s.amount) AS spent
  FROM (${owners}) o JOIN (${spent}) s ON s.owner_id = o.id AND s.currency = o.currency
  CROSS JOIN (VALUES ('day'), ('month')) p (period)
  WHERE s.accepted_at IS NOT NULL
    AND NOT (s.status IN ('FAILED', 'CANCELED') AND ${startOf('s.updated_at')} = ${startOf('s.accepted_at')})
  GROUP BY 1, 2, 3`;

// Counting begins when a limit is set: what was spent in earlier periods has no row.
const begun = `SELECT owner_id, period, min(starts_on) AS starts_on FROM limit_counters GROUP BY owner_id, period`;

/** Counters per day and month, recomputed from what was accepted. */
export const limitChecks: readonly AuditCheck[] = [
  {
    check: 'every counter is what was spent in its day or month, and nothing spent since it began has none',
    sql: `SELECT coalesce(c.owner_id, s.owner_id) AS owner_id, coalesce(c.period, s.period) AS period,
                 coalesce(c.starts_on, s.starts_on) AS starts_on, c.spent, s.spent AS expected
          FROM (SELECT c.* FROM limit_counters c JOIN (${owners}) o ON o.id = c.owner_id) c
          FULL JOIN (${sums}) s
            ON s.owner_id = c.owner_id AND s.period = c.period AND s.starts_on = c.starts_on
          LEFT JOIN (${begun}) b ON b.owner_id = s.owner_id AND b.period = s.period
          WHERE coalesce(c.spent, 0) <> coalesce(s.spent, 0)
            AND (c.id IS NOT NULL OR b.starts_on IS NULL OR s.starts_on >= b.starts_on)`,
  },
  {
    check: 'every counter belongs to an agent or party with a limit per day or month',
    sql: `SELECT c.owner_id, c.period, c.starts_on FROM limit_counters c LEFT JOIN (${owners}) o ON o.id = c.owner_id
          WHERE o.id IS NULL`,
  },
  {
    check: 'every counter of a month begins with the month',
    sql: `SELECT owner_id, starts_on FROM limit_counters WHERE period = 'month' AND extract(day FROM starts_on) <> 1`,
  },
];
