import { rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import type { Id } from '../lib/id.ts';

// What counts: money that was accepted in the period, but for what failed or was canceled within it, in the currency
// of the limit. The engine adds up the same as it goes; `npm run audit` compares.
const counted = (owner: string): string => `
  SELECT amount, accepted_at, status, updated_at, currency FROM payments WHERE accepted_at >= $2 AND ${owner}`;
const countedTransfers = (owner: string): string => `
  SELECT amount, accepted_at, status, updated_at, currency FROM transfers
  WHERE type = 'withdrawal' AND accepted_at >= $2 AND ${owner}`;

const sums = {
  agent: `${counted('agent_id = $1')} UNION ALL ${countedTransfers('agent_id = $1')}`,
  party: `${counted('$1 IN (payer_party_id, initiator_party_id)')} UNION ALL ${countedTransfers('party_id = $1')}`,
};

const forget = statement('engine_forget_counters', 'DELETE FROM limit_counters WHERE owner_id = $1');
const count = { agent: countOf('agent'), party: countOf('party') };

// A request that was sent after midnight may have been done before this one, which was sent before: its day counts too.
function countOf(kind: keyof typeof sums) {
  return statement(
    `engine_count_${kind}`,
    `INSERT INTO limit_counters (owner_id, period, starts_on, spent)
     SELECT $1::uuid, period, starts_on, coalesce(s.spent, 0)
     FROM (VALUES ('month', ($2::timestamptz AT TIME ZONE 'UTC')::date),
                  ('day', ($3::timestamptz AT TIME ZONE 'UTC')::date)) present (period, starts_on)
     FULL JOIN (
       SELECT p.period, ${startOf('x.accepted_at')} AS starts_on, sum(x.amount) AS spent
       FROM (${sums[kind]}) x
       CROSS JOIN (VALUES ('month', $2::timestamptz), ('day', $3::timestamptz)) p (period, since)
       WHERE x.currency = $4 AND x.accepted_at >= p.since
         AND NOT (x.status IN ('FAILED', 'CANCELED') AND ${startOf('x.updated_at')} = ${startOf('x.accepted_at')})
       GROUP BY 1, 2) s USING (period, starts_on)`,
  );
}

function startOf(time: string): string {
  return `date_trunc(p.period, ${time} AT TIME ZONE 'UTC')::date`;
}

/** Whose limits per day or month are counted: an agent's or a party's, in its party's default currency. */
export type LimitOwner =
  | { kind: 'agent'; id: Id<'agt'>; currency: string }
  | { kind: 'party'; id: Id<'pty'>; currency: string };

/**
 * Begins to count against limits per day and month, with what was spent in the present UTC day and month, or ends it
 * where there are none. The caller has locked what the owner spends through, so that nothing is under way meanwhile.
 */
export async function countLimits(
  tx: Queryable,
  owner: LimitOwner,
  limits: { perDay: bigint | null; perMonth: bigint | null },
  now: Date,
): Promise<void> {
  await rows(tx, forget, [owner.id]);
  if (limits.perDay === null && limits.perMonth === null) return;
  const day = now.toISOString().slice(0, 10);
  const starts = [`${day.slice(0, 7)}-01T00:00:00Z`, `${day}T00:00:00Z`];
  await rows(tx, count[owner.kind], [owner.id, ...starts, owner.currency]);
}
