import { firstRow, type Queryable, rows, statement } from '../../db/sql.ts';
import { firstIdAt, type Id } from '../../lib/id.ts';
import { isCounted, type Limits } from '../model/state.ts';
import { dayOf } from '../rules/limits.ts';

/** The agent or party whose spending is counted, and the party that it belongs to or is. */
export type LimitOwner = { id: Id<'agt'> | Id<'pty'>; partyId: Id<'pty'> };

/**
 * What an owner spent in a day and its month (minor units), as far as later transactions cannot change it: ended
 * payments and withdrawals with ids below `before`. `open` are those that may still change.
 */
export type PastSpending = {
  now: Date;
  before: string;
  inDay: bigint;
  inMonth: bigint;
  /** When the owner last spent. */
  latest: Date | null;
  open: string[];
};

type Part = Pick<PastSpending, 'inDay' | 'inMonth' | 'latest'>;

// From the time that an id is drawn until its row is inserted, and by how much the clocks of servers may differ.
const margin_ms = 60_000;

// Parameters of both sums: $1 owner, $2 its party, $3 now, $4 the first id that is recent.
const columns = 'id, amount, currency, status, accepted_at, updated_at';
const isOwners = '($1 = $2 OR agent_id = $1)';
const asPayer = `SELECT ${columns} FROM payments WHERE payer_party_id = $2 AND ${isOwners}`;
const asInitiator = `SELECT ${columns} FROM payments
  WHERE initiator_party_id = $2 AND initiator_party_id <> payer_party_id AND ${isOwners}`;
const withdrawals = `SELECT ${columns} FROM transfers WHERE party_id = $2 AND type = 'withdrawal' AND ${isOwners}`;
const isOpen = `status IN ('PROCESSING', 'PENDING_CLAIM', 'IN_REVIEW')`;
const inThisMonth = `accepted_at >= ${startOf('month', '$3::timestamptz')}`;

/** Returns one SELECT of everything that the owner's limits may count, each part with this condition. */
function spending(condition: string): string {
  return [asPayer, asInitiator, withdrawals].map((part) => `${part} AND ${condition}`).join(' UNION ALL ');
}

// What counts: money accepted in the period, in the currency of the limit, except what failed or was canceled within
// the same period. The engine keeps the same sums as it goes; `npm run audit` compares them.
function sumOf(period: 'day' | 'month'): string {
  const accepted = startOf(period, 'accepted_at');
  return `coalesce(sum(amount) FILTER (WHERE ${accepted} = ${startOf(period, '$3::timestamptz')}
    AND NOT (status IN ('FAILED', 'CANCELED') AND ${startOf(period, 'updated_at')} = ${accepted})), 0)::bigint`;
}

function startOf(period: 'day' | 'month', time: string): string {
  return `date_trunc('${period}', ${time}, 'UTC')`;
}

const sums = `${sumOf('day')} AS in_day, ${sumOf('month')} AS in_month, max(accepted_at) AS latest`;
const inLimitCurrency = 'currency = (SELECT default_currency FROM parties WHERE id = $2)';

const sumPast = statement<Omit<PastSpending, 'now' | 'before'>>(
  'engine_sum_past_spending',
  `WITH past AS (${spending(`id < $4 AND ${inThisMonth}`)}),
     reviewed AS (
       SELECT target_id AS id FROM approvals WHERE payer_party_id = $2 AND status = 'pending'
       UNION
       SELECT target_id FROM approvals
       WHERE initiator_party_id = $2 AND initiator_party_id <> payer_party_id AND status = 'pending'),
     open AS (SELECT id FROM past WHERE ${isOpen} UNION SELECT id FROM reviewed WHERE id < $4)
   SELECT ${sums}, ARRAY(SELECT id FROM open) AS open FROM past WHERE NOT ${isOpen} AND ${inLimitCurrency}`,
);

const sumRest = statement<Part>(
  'engine_sum_recent_spending',
  `WITH rest AS (${spending('id >= $4')} UNION ALL ${spending('id < $4 AND id = ANY ($5::uuid[])')})
   SELECT ${sums} FROM rest WHERE ${inThisMonth} AND ${inLimitCurrency}`,
);

const deleteCounter = statement('engine_delete_counters', 'DELETE FROM limit_counters WHERE owner_id = $1');
const insertCounter = statement(
  'engine_insert_counter',
  'INSERT INTO limit_counters (owner_id, day, spent_in_day, spent_in_month) VALUES ($1, $2, $3, $4)',
);

/**
 * Sums up what the owner has spent, before any lock is taken: this may take as long as a month has payments, and
 * nobody waits for it. Returns null if the new limits need no counter.
 */
export async function sumPastSpending(
  tx: Queryable,
  owner: LimitOwner,
  limits: Pick<Limits, 'perDay' | 'perMonth'>,
  now: Date,
  before = firstIdAt(Date.now() - margin_ms),
): Promise<PastSpending | null> {
  return isCounted(limits) ? sumBefore(tx, owner, now, before) : null;
}

async function sumBefore(
  tx: Queryable,
  { id, partyId }: LimitOwner,
  now: Date,
  before: string,
): Promise<PastSpending> {
  const sum = await firstRow(tx, sumPast, [id, partyId, now, before]);
  if (!sum) throw new Error('an aggregate returned no row');
  return { now, before, ...sum };
}

/**
 * Creates the owner's limit counter again, with what was spent in the current UTC day and month, or deletes it if
 * there is no limit per day or month (`past` is null). The transaction must already hold the locks that every payment
 * of the owner takes, so that none runs at the same time.
 */
export async function countLimits(
  tx: Queryable,
  owner: LimitOwner,
  past: PastSpending | null,
): Promise<void> {
  const { id, partyId } = owner;
  await rows(tx, deleteCounter, [id]);
  if (!past) return;
  const rest = await firstRow(tx, sumRest, [id, partyId, past.now, past.before, past.open]);
  if (!rest) throw new Error('an aggregate returned no row');
  // This request may have been sent before midnight, and a payment sent after midnight may have been accepted before
  // it. Then the counter starts in the later day.
  const latest = new Date(Math.max(+past.now, +(past.latest ?? 0), +(rest.latest ?? 0)));
  if (dayOf(latest) > dayOf(past.now)) {
    return countLimits(tx, owner, await sumBefore(tx, owner, latest, past.before));
  }
  const sum = [past.inDay + rest.inDay, past.inMonth + rest.inMonth];
  await rows(tx, insertCounter, [id, dayOf(past.now), ...sum]);
}
