import { rows, statement } from '../../db/sql.ts';
import type { Queryable } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import { isCounted } from '../model/state.ts';

const presentMonth = startOf('month', '$2::timestamptz');

// What counts: money that was accepted in the period, but for what failed or was canceled within it, in the currency
// of the limit. The engine adds up the same as it goes; `npm run audit` compares.
const counted = (owner: string): string => `
  SELECT amount, accepted_at, status, updated_at, currency FROM payments WHERE accepted_at >= ${presentMonth} AND ${owner}`;
const countedTransfers = (owner: string): string => `
  SELECT amount, accepted_at, status, updated_at, currency FROM transfers
  WHERE type = 'withdrawal' AND accepted_at >= ${presentMonth} AND ${owner}`;

const sums = {
  agent: `${counted('agent_id = $1')} UNION ALL ${countedTransfers('agent_id = $1')}`,
  party: `${counted('$1 IN (payer_party_id, initiator_party_id)')} UNION ALL ${countedTransfers('party_id = $1')}`,
};

const forget = statement('engine_forget_counters', 'DELETE FROM limit_counters WHERE owner_id = $1');
const count = { agent: countOf('agent'), party: countOf('party') };

// A request that was sent after midnight may have been done before this one, which was sent before: its day has begun.
function countOf(kind: keyof typeof sums) {
  return statement(
    `engine_count_${kind}`,
    `WITH spent AS (SELECT * FROM (${sums[kind]}) x WHERE x.currency = $3),
       present AS (SELECT greatest($2::timestamptz, (SELECT max(accepted_at) FROM spent)) AS time)
     INSERT INTO limit_counters (owner_id, day, spent_in_day, spent_in_month)
     SELECT $1::uuid, (time AT TIME ZONE 'UTC')::date, ${sumOf('day')}, ${sumOf('month')} FROM present`,
  );
}

function sumOf(period: Period): string {
  const accepted = startOf(period, 'accepted_at');
  return `(SELECT coalesce(sum(amount), 0) FROM spent WHERE ${accepted} = ${startOf(period, 'present.time')}
    AND NOT (status IN ('FAILED', 'CANCELED') AND ${startOf(period, 'updated_at')} = ${accepted}))`;
}

type Period = 'day' | 'month';

function startOf(period: Period, time: string): string {
  return `date_trunc('${period}', ${time}, 'UTC')`;
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
  if (!isCounted(limits)) return;
  await rows(tx, count[owner.kind], [owner.id, now, owner.currency]);
}
