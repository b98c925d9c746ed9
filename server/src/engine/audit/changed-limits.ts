import type { AuditCheck } from './check.ts';

// The limits of agents and parties, and what the audit log says of them. Both name a limit by the path that a change has in
// a line, such as `limits.perDay`.

const names = { perTransaction: 'per_transaction', perDay: 'per_day', perMonth: 'per_month' };
const inDefault = Object.entries(names).map(([name, column]) => `('limits.${name}', x.${column})`);

/** Returns the SQL of the limits that are set in a table, one row for each. */
const setIn = (table: 'agents' | 'parties'): string => `SELECT x.id, l.path, l.amount
  FROM ${table} x CROSS JOIN LATERAL (
    VALUES ${inDefault.join(', ')}
    UNION ALL
    SELECT 'limits.currencies.' || c.key || '.' || n.key, n.value::bigint
    FROM json_each(x.currency_limits) c CROSS JOIN LATERAL json_each_text(c.value) n) l (path, amount)
  WHERE l.amount IS NOT NULL`;
const allSet = `${setIn('agents')} UNION ALL ${setIn('parties')}`;

// Each change of a limit, in the order in which they were made: each holds the lock of its agent or party.
const changed = `SELECT l.target_id AS id, c.change ->> 'path' AS path, (c.change ->> 'from')::bigint AS earlier,
    (c.change ->> 'to')::bigint AS amount, l.action = 'POST /agents' AS is_first, l.position
  FROM audit_lines l CROSS JOIN LATERAL jsonb_array_elements(l.changes) c (change)
  WHERE l.target_id IS NOT NULL AND c.change ->> 'path' LIKE 'limits.%'`;

// Whose limits the log tells from the first on: parties, and agents that clients made. The first data has no lines.
const told = `SELECT id FROM parties UNION ALL SELECT target_id FROM audit_lines WHERE action = 'POST /agents'`;

/** The limits of agents and parties, followed through the audit log. */
export const changedLimitChecks: readonly AuditCheck[] = [
  {
    check: 'each change of a limit in the audit log begins where the one before ended',
    sql: `SELECT id, path, position, earlier, before FROM (
            SELECT *, row_number() OVER changes AS number, lag(amount) OVER changes AS before FROM (${changed}) c
            WINDOW changes AS (PARTITION BY id, path ORDER BY position)) c
          WHERE earlier IS DISTINCT FROM before AND (number > 1 OR is_first OR id IN (${told}))`,
  },
  {
    check: 'every limit is what its last change in the audit log made it',
    sql: `SELECT id, path, s.amount, c.amount AS logged
          FROM (SELECT DISTINCT ON (id, path) * FROM (${changed}) c ORDER BY id, path, position DESC) c
          FULL JOIN (${allSet}) s USING (id, path)
          WHERE s.amount IS DISTINCT FROM c.amount AND (c.id IS NOT NULL OR id IN (${told}))`,
  },
];
