import { rows, statement } from '../../db/sql.ts';
import type { Queryable } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import { isCounted } from '../model/state.ts';

const currentMonth = startOf('month', '$2::timestamptz');

// What counts: money accepted in the period, in the currency of the limit, except what failed or was canceled within
// the same period. The engine keeps the same sums as it goes; `npm run audit` compares them.
const counted = (owner: string): string => `
  SELECT amount, accepted_at, status, updated_at, currency FROM payments WHERE accepted_at >= ${currentMonth} AND ${owner}`;
const countedTransfers = (owner: string): string => `
  SELECT amount, accepted_at, status, updated_at, currency FROM transfers
  WHERE type = 'withdrawal' AND accepted_at >= ${currentMonth} AND ${owner}`;

const sums = {
  agent: `${counted('agent_id = $1')} UNION ALL ${countedTransfers('agent_id = $1')}`,
  party: `${counted('$1 IN (payer_party_id, initiator_party_id)')} UNION ALL ${countedTransfers('party_id = $1')}`,
};

const deleteCounter = statement('engine_delete_counters', 'DELETE FROM limit_counters WHERE owner_id = $1');
const insertCounter = { agent: countOf('agent'), party: countOf('party') };

// This request may have been sent before midnight, and a payment sent after midnight may have been accepted before it.
// Then the counter starts in the later day.
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

/** The agent or party whose spending is counted, with the default currency of the party. */
export type LimitOwner =
  | { kind: 'agent'; id: Id<'agt'>; currency: string }
  | { kind: 'party'; id: Id<'pty'>; currency: string };

/**
 * Creates the owner's limit counter again, with what was spent in the current UTC day and month, or deletes it if
 * there is no limit per day or month. The transaction must already hold the locks that every payment of the owner
 * takes, so that none runs at the same time.
 */
export async function countLimits(
  tx: Queryable,
  owner: LimitOwner,
  limits: { perDay: bigint | null; perMonth: bigint | null },
  now: Date,
): Promise<void> {
  await rows(tx, deleteCounter, [owner.id]);
  if (!isCounted(limits)) return;
  await rows(tx, insertCounter[owner.kind], [owner.id, now, owner.currency]);
}
