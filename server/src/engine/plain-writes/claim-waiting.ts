import { currentTime } from '../../db/clock.ts';
import { one, plainId, type Queryable, run } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import { waitingFor } from '../model/waiting.ts';

/** What a party receives by a claim: at most 100 of its payments, oldest first, and the sums of all, in minor units. */
export type Received = {
  payments: Array<{ id: Id<'pay'>; amount: number; currency: string }>;
  totals: Array<{ currency: string; amount: number; count: number }>;
};

export const nothingReceived: Received = { payments: [], totals: [] };

const lock = run<[partyId: Id<'pty'>]>(
  'engine_lock_claim',
  'SELECT FROM claims WHERE party_id = $1 FOR NO KEY UPDATE',
);

// Dated after all that has ended already: the clock of the server that ended it may be ahead.
const claim = one<Received, [partyId: Id<'pty'>, now: Date, takenBy: Id<'pty'> | null]>(
  'engine_claim_waiting',
  `WITH claimed AS (
     SELECT greatest($2::timestamptz, max(updated_at)) AS at FROM payments WHERE payee_party_id = $1),
   waiting AS (${waitingFor('$1', '(SELECT at FROM claimed)', 'coalesce($3::uuid, $1)')}),
   stored AS (
     UPDATE claims SET claimed_at = (SELECT at FROM claimed), due_at = $2, horizon = NULL, taken_by = $3,
       not_received = ARRAY(SELECT id FROM waiting WHERE NOT is_received)
     WHERE party_id = $1),
   received AS (
     SELECT ${plainId('id')} AS id, amount, currency FROM waiting WHERE is_received ORDER BY id)
   SELECT
     (SELECT coalesce(json_agg(p), '[]') FROM (SELECT * FROM received LIMIT 100) p) AS payments,
     (SELECT coalesce(json_agg(t), '[]') FROM (
        SELECT currency, sum(amount) AS amount, count(*) AS count FROM received GROUP BY currency ORDER BY currency) t
     ) AS totals`,
);

/**
 * Gives a party what waits for it, in the transaction that makes it ACTIVE, or gives it to the party that takes it over:
 * from then on, no cancellation and no expiry takes it back. `server/src/identity/claims` moves the money after the
 * commit, in parts. Returns what is received.
 */
export async function claimWaiting(
  tx: Queryable,
  partyId: Id<'pty'>,
  takenBy: Id<'pty'> | null = null,
): Promise<Received> {
  await lock(tx, partyId);
  return (await claim(tx, partyId, await currentTime(tx), takenBy)) ?? nothingReceived;
}
