import { one, type Queryable, run } from '../../db/sql.ts';
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

/** The values of both sums; ids from `before` on are recent. */
type Sum = LimitOwner & { now: Date; before: string };
const columns = 'id, amount, currency, status, accepted_at, updated_at';
const isOwners = '($id = $partyId OR agent_id = $id)';
const asPayer = `SELECT ${columns} FROM payments WHERE payer_party_id = $partyId AND ${isOwners}`;
const asInitiator = `SELECT ${columns} FROM payments
  WHERE initiator_party_id = $partyId AND initiator_party_id <> payer_party_id AND ${isOwners}`;
const withdrawals = `SELECT ${columns} FROM transfers WHERE party_id = $partyId AND type = 'withdrawal' AND ${isOwners}`;
const isOpen = `status IN ('PROCESSING', 'PENDING_CLAIM', 'IN_REVIEW')`;
const inThisMonth = `accepted_at >= ${startOf('month', '$now::timestamptz')}`;

/** Returns one SELECT of everything that the owner's limits may count, each part with this condition. */
function spending(condition: string): string {
  return [asPayer, asInitiator, withdrawals].map((part) => `${part} AND ${condition}`).join(' UNION ALL ');
}

// What counts: money accepted in the period, in the currency of the limit, except what failed or was canceled within
// the same period. The engine keeps the same sums as it goes; `npm run audit` compares them.
function sumOf(period: 'day' | 'month'): string {
  const accepted = startOf(period, 'accepted_at');
  return `coalesce(sum(amount) FILTER (WHERE ${accepted} = ${startOf(period, '$now::timestamptz')}
    AND NOT (status IN ('FAILED', 'CANCELED') AND ${startOf(period, 'updated_at')} = ${accepted})), 0)::bigint`;
}

function startOf(period: 'day' | 'month', time: string): string {
  return `date_trunc('${period}', ${time}, 'UTC')`;
}

const sums = `${sumOf('day')} AS in_day, ${sumOf('month')} AS in_month, max(accepted_at) AS latest`;
const inLimitCurrency = 'currency = (SELECT default_currency FROM parties WHERE id = $partyId)';

const sumPast = one<Omit<PastSpending, 'now' | 'before'>, Sum>(
  'engine_sum_past_spending',
  `WITH past AS (${spending(`id < $before AND ${inThisMonth}`)}),
     reviewed AS (
       SELECT target_id AS id FROM approvals WHERE payer_party_id = $partyId AND status = 'pending'
       UNION
       SELECT target_id FROM approvals
       WHERE initiator_party_id = $partyId AND initiator_party_id <> payer_party_id AND status = 'pending'),
     open AS (SELECT id FROM past WHERE ${isOpen} UNION SELECT id FROM reviewed WHERE id < $before)
   SELECT ${sums}, ARRAY(SELECT id FROM open) AS open FROM past WHERE NOT ${isOpen} AND ${inLimitCurrency}`,
);

const sumRest = one<Part, Sum & { open: readonly string[] }>(
  'engine_sum_recent_spending',
  `WITH rest AS (${spending('id >= $before')} UNION ALL ${spending('id < $before AND id = ANY ($open::uuid[])')})
   SELECT ${sums} FROM rest WHERE ${inThisMonth} AND ${inLimitCurrency}`,
);

const deleteCounter = run<[ownerId: LimitOwner['id']]>(
  'engine_delete_counters',
  'DELETE FROM limit_counters WHERE owner_id = $1',
);
const insertCounter = run<{ id: LimitOwner['id']; day: string; inDay: bigint; inMonth: bigint }>(
  'engine_insert_counter',
  'INSERT INTO limit_counters (owner_id, day, spent_in_day, spent_in_month) VALUES ($id, $day, $inDay, $inMonth)',
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
  const sum = await sumPast(tx, { id, partyId, now, before });
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
  await deleteCounter(tx, id);
  if (!past) return;
  const rest = await sumRest(tx, { id, partyId, now: past.now, before: past.before, open: past.open });
  if (!rest) throw new Error('an aggregate returned no row');
  // This request may have been sent before midnight, and a payment sent after midnight may have been accepted before
  // it. Then the counter starts in the later day.
  const latest = new Date(Math.max(+past.now, +(past.latest ?? 0), +(rest.latest ?? 0)));
  if (dayOf(latest) > dayOf(past.now)) {
    return countLimits(tx, owner, await sumBefore(tx, owner, latest, past.before));
  }
  const sums = { inDay: past.inDay + rest.inDay, inMonth: past.inMonth + rest.inMonth };
  await insertCounter(tx, { id, day: dayOf(past.now), ...sums });
}
