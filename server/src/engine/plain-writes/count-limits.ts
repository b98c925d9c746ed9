import { many, type Queryable, run, type Step } from '../../db/sql.ts';
import { firstIdAt } from '../../lib/id.ts';
import { together } from '../../lib/together.ts';
import type { CounterId } from '../model/records.ts';
import { isCounted, type Limits } from '../model/state.ts';
import { dayOf } from '../rules/limits.ts';
import { runSteps } from './run-steps.ts';

/** Whose spending is counted, and the party that limits it: its own, or a customer, of whose money alone it counts. */
export type LimitOwner = Omit<CounterId, 'currency'>;

/** What was spent in one currency in a day and its month (minor units), and when the last of it was. */
type Sum = { currency: string; inDay: bigint; inMonth: bigint; latest: Date };

/**
 * What an owner spent in a day and its month, as far as later transactions cannot change it: ended payments and
 * withdrawals with ids below `before`. `open` are those that may still change.
 */
export type PastSpending = {
  now: Date;
  before: string;
  sums: readonly Sum[];
  open: readonly string[];
  /** The sums of all else, if they were taken under the locks already. */
  rest?: readonly Sum[];
};

// From the time that an id is drawn until its row is inserted, and by how much the clocks of servers may differ.
const margin_ms = 60_000;

/** The values of both sums; ids from `before` on are recent. */
type Asked = LimitOwner & { now: Date; before: string };
const columns = 'id, amount, currency, status, accepted_at, updated_at';
const isSpenders = '($spenderId = $ownerPartyId OR agent_id = $spenderId)';
const asPayer = `SELECT ${columns} FROM payments WHERE payer_party_id = $ownerPartyId AND ${isSpenders}`;
const asInitiator = `SELECT ${columns} FROM payments
  WHERE initiator_party_id = $ownerPartyId AND initiator_party_id <> payer_party_id AND ${isSpenders}`;
const withdrawals = `SELECT ${columns} FROM transfers
  WHERE party_id = $ownerPartyId AND type = 'withdrawal' AND ${isSpenders}`;
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

const sums = `currency, ${sumOf('day')} AS in_day, ${sumOf('month')} AS in_month, max(accepted_at) AS latest`;

const sumPast = many<(Sum | Record<keyof Sum, null>) & { open: string[] }, Asked>(
  'engine_sum_past_spending',
  `WITH past AS (${spending(`id < $before AND ${inThisMonth}`)}),
     reviewed AS (
       SELECT target_id AS id FROM approvals WHERE payer_party_id = $ownerPartyId AND status = 'pending'
       UNION
       SELECT target_id FROM approvals
       WHERE initiator_party_id = $ownerPartyId AND initiator_party_id <> payer_party_id AND status = 'pending'),
     open AS (SELECT id FROM past WHERE ${isOpen} UNION SELECT id FROM reviewed WHERE id < $before)
   SELECT s.*, o.open, set_config('purser.open', o.open::text, true)
   FROM (SELECT ARRAY(SELECT id FROM open) AS open) o
   LEFT JOIN (SELECT ${sums} FROM past WHERE NOT ${isOpen} GROUP BY currency) s ON true`,
);

// If `open` is null, the statement reads what the last `sumPast` of this transaction has left in a setting of it.
const sumRest = many<Sum, Asked & { open: readonly string[] | null }>(
  'engine_sum_recent_spending',
  `WITH rest AS (${spending('id >= $before')} UNION ALL
     ${spending("id < $before AND id = ANY (coalesce($open::uuid[], current_setting('purser.open')::uuid[]))")})
   SELECT ${sums} FROM rest WHERE ${inThisMonth} GROUP BY currency`,
);

const deleteCounters = run<LimitOwner & { kept: readonly string[] }>(
  'engine_delete_counters',
  `DELETE FROM limit_counters WHERE spender_id = $spenderId AND owner_party_id = $ownerPartyId
   AND currency <> ALL ($kept::text[])`,
);
const insertCounter = run<CounterId & { day: string; inDay: bigint; inMonth: bigint }>(
  'engine_insert_counter',
  `INSERT INTO limit_counters (spender_id, owner_party_id, currency, day, spent_in_day, spent_in_month)
   VALUES ($spenderId, $ownerPartyId, $currency, $day, $inDay, $inMonth)`,
);

/**
 * Sums up what the owner has spent, before any lock is taken: this may take as long as a month has payments, and
 * nobody waits for it. Returns null if the new limits need no counter.
 */
export async function sumPastSpending(
  tx: Queryable,
  owner: LimitOwner,
  limits: Limits,
  now: Date,
  before = firstIdAt(Date.now() - margin_ms),
): Promise<PastSpending | null> {
  return isCounted(limits) ? sumBefore(tx, owner, now, before) : null;
}

async function sumBefore(
  tx: Queryable,
  { spenderId, ownerPartyId }: LimitOwner,
  now: Date,
  before: string,
): Promise<PastSpending> {
  const rows = await sumPast(tx, { spenderId, ownerPartyId, now, before });
  const found = rows.flatMap((row) => (row.currency === null ? [] : row));
  return { now, before, sums: found, open: rows[0]?.open ?? [] };
}

/**
 * Does the same, lets `lock` ask for the locks that every payment of the owner takes, and sums up the rest behind them: all
 * in one round trip. `now` may be somewhat too early, as the time of the write is only known afterwards.
 */
export async function sumSpending<Locked>(
  tx: Queryable,
  owner: LimitOwner,
  limits: Limits,
  now: Date,
  lock: () => Promise<Locked>,
): Promise<[PastSpending | null, Locked]> {
  if (!isCounted(limits)) return [null, await lock()];
  const before = firstIdAt(Date.now() - margin_ms);
  const { spenderId, ownerPartyId } = owner;
  const [past, locked, rest] = await together([
    sumBefore(tx, owner, now, before),
    lock(),
    sumRest(tx, { spenderId, ownerPartyId, now, before, open: null }),
  ]);
  return [{ ...past, rest }, locked];
}

/**
 * Creates the limit counters of an owner again, one for each of these currencies, with what was spent in the current UTC
 * day and month, and deletes all others. If `past` is null, there is no new limit per day or month, and those that stay
 * keep their counters. The transaction must already hold the locks that every payment of the owner takes, so that none
 * runs at the same time.
 */
export async function countLimits(
  tx: Queryable,
  owner: LimitOwner,
  currencies: readonly string[],
  past: PastSpending | null,
): Promise<void> {
  await runSteps(tx, await counterSteps(tx, owner, currencies, past));
}

/** The same at this time, for the COMMIT to take along. */
export async function counterSteps(
  tx: Queryable,
  owner: LimitOwner,
  currencies: readonly string[],
  past: PastSpending | null,
  now = past?.now ?? null,
): Promise<Step[]> {
  const { spenderId, ownerPartyId } = owner;
  const deleted = deleteCounters.step({ spenderId, ownerPartyId, kept: past ? [] : currencies });
  if (!past || !now) return [deleted];
  const { before, open } = past;
  const rest = past.rest ?? (await sumRest(tx, { spenderId, ownerPartyId, now: past.now, before, open }));
  const spent = [...past.sums, ...rest];
  // This request may have been sent before midnight, and a payment sent after midnight may have been accepted before
  // it. Then the counters start in the later day.
  const latest = new Date(Math.max(+now, ...spent.map((sum) => +sum.latest)));
  if (dayOf(latest) > dayOf(past.now)) {
    return counterSteps(tx, owner, currencies, await sumBefore(tx, owner, latest, before));
  }
  const day = dayOf(past.now);
  const inserted = currencies.toSorted().map((currency) => {
    const inCurrency = spent.filter((sum) => sum.currency === currency);
    const inDay = inCurrency.reduce((sum, each) => sum + each.inDay, 0n);
    const inMonth = inCurrency.reduce((sum, each) => sum + each.inMonth, 0n);
    return insertCounter.step({ spenderId, ownerPartyId, currency, day, inDay, inMonth });
  });
  return [deleted, ...inserted];
}
