import type { AuditCheck } from './check.ts';

// The currencies in which limits of a party, in the row `p`, or of its agent or grant count.
const countedIn = (limits: string): string => `CROSS JOIN LATERAL (
    SELECT p.default_currency AS currency WHERE ${limits}.per_day IS NOT NULL OR ${limits}.per_month IS NOT NULL
    UNION
    SELECT l.key FROM json_each(${limits}.currency_limits) l
    WHERE l.value ->> 'perDay' IS NOT NULL OR l.value ->> 'perMonth' IS NOT NULL) c`;

const owners = `SELECT a.id AS spender_id, p.id AS owner_party_id, c.currency
    FROM agents a JOIN parties p ON p.id = a.party_id ${countedIn('a')}
  UNION ALL
  SELECT p.id, p.id, c.currency FROM parties p ${countedIn('p')}
  UNION ALL
  SELECT g.agent_id, p.id, c.currency FROM delegation_grants g
    JOIN delegations d ON d.id = g.delegation_id JOIN parties p ON p.id = d.customer_party_id ${countedIn('g')}`;

const facts = 'amount, currency, status, accepted_at, updated_at';
// Of each payment: the agent's and its party's spending; if the payer is another party, both again, of its money.
const spent = `SELECT agent_id AS spender_id, initiator_party_id AS owner_party_id, ${facts} FROM payments
  UNION ALL
  SELECT initiator_party_id, initiator_party_id, ${facts} FROM payments
  UNION ALL
  SELECT agent_id, payer_party_id, ${facts} FROM payments WHERE initiator_party_id <> payer_party_id
  UNION ALL
  SELECT payer_party_id, payer_party_id, ${facts} FROM payments WHERE initiator_party_id <> payer_party_id
  UNION ALL
  SELECT agent_id, party_id, ${facts} FROM transfers WHERE type = 'withdrawal'
  UNION ALL
  SELECT party_id, party_id, ${facts} FROM transfers WHERE type = 'withdrawal'`;

function sumOf(period: 'day' | 'month'): string {
  const startOf = (time: string): string => `date_trunc('${period}', ${time} AT TIME ZONE 'UTC')`;
  return `coalesce(sum(s.amount) FILTER (WHERE ${startOf('s.accepted_at')} = date_trunc('${period}', c.day::timestamp)
    AND NOT (s.status IN ('FAILED', 'CANCELED') AND ${startOf('s.updated_at')} = ${startOf('s.accepted_at')})), 0)`;
}

const key = 'spender_id, owner_party_id, currency';

/** Limit counters, recomputed from the accepted payments and withdrawals. */
export const limitChecks: readonly AuditCheck[] = [
  {
    check: 'every counter is what was spent in its day and month',
    sql: `SELECT c.*, ${sumOf('day')} AS expected_in_day, ${sumOf('month')} AS expected_in_month
          FROM (${owners}) o JOIN limit_counters c USING (${key})
          LEFT JOIN (${spent}) s ON (s.spender_id, s.owner_party_id, s.currency) = (c.spender_id, c.owner_party_id, c.currency)
            AND s.accepted_at IS NOT NULL
          GROUP BY c.spender_id, c.owner_party_id, c.currency
          HAVING c.spent_in_day <> ${sumOf('day')} OR c.spent_in_month <> ${sumOf('month')}`,
  },
  {
    check: 'nothing was spent after the day of its counter, or without one',
    sql: `SELECT ${key}, c.day, max(s.accepted_at) AS spent_at
          FROM (${owners}) o JOIN (${spent}) s USING (${key}) LEFT JOIN limit_counters c USING (${key})
          WHERE s.accepted_at IS NOT NULL AND (c.day IS NULL OR (s.accepted_at AT TIME ZONE 'UTC')::date > c.day)
          GROUP BY ${key}, c.day`,
  },
  {
    check: 'every counter belongs to a limit per day or month',
    sql: `SELECT ${key}, c.day FROM limit_counters c LEFT JOIN (SELECT *, true AS there FROM (${owners}) o) o USING (${key})
          WHERE o.there IS NULL`,
  },
];
