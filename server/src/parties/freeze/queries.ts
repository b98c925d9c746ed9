import { firstRow, rows, statement } from '../../db/sql.ts';
import type { Queryable } from '../../db/sql.ts';
import type { PartyStatus } from '../../engine/model/state.ts';
import type { Id } from '../../lib/id.ts';

const change = statement(
  'parties_change_status',
  'UPDATE parties SET status = $3, updated_at = $4 WHERE id = $1 AND status = $2 RETURNING id',
);

/** Changes the status of a party that has the status `from`, and returns whether it had. */
export async function changePartyStatus(
  tx: Queryable,
  partyId: Id<'pty'>,
  { from, to }: { from: PartyStatus; to: PartyStatus },
  now: Date,
): Promise<boolean> {
  return (await firstRow(tx, change, [partyId, from, to, now.toISOString()])) !== null;
}

/** A payment or withdrawal that was accepted or requested and has not reached its end. */
export type UnderWayRow = {
  kind: 'withdrawals' | 'reviews' | 'claims';
  type: 'payment' | 'transfer';
  id: Id<'pay'> | Id<'trf'>;
  status: string;
  amount: bigint;
  currency: string;
  /** How many there are of this kind, counted up to `most`. */
  count: number;
};

const payments = 'SELECT id, status::text, amount::bigint, currency::text FROM payments';
const transfers = 'SELECT id, status::text, amount::bigint, currency::text FROM transfers';
const pending = "status = 'pending' ORDER BY id DESC LIMIT $3";

const underWay = statement<UnderWayRow>(
  'parties_under_way',
  `(${newest(
    'withdrawals',
    `SELECT 'transfer' AS type, t.* FROM (
      ${transfers} WHERE party_id = $1 AND status = 'PROCESSING' AND type = 'withdrawal' ORDER BY id DESC LIMIT $3) t`,
  )})
   UNION ALL
   (${newest(
     'reviews',
     `SELECT DISTINCT CASE target_type WHEN 'payment' THEN 'payment' ELSE 'transfer' END AS type, r.* FROM (
        (SELECT target_type, target_id FROM approvals WHERE payer_party_id = $1 AND ${pending})
        UNION ALL
        (SELECT target_type, target_id FROM approvals
         WHERE initiator_party_id = $1 AND initiator_party_id <> payer_party_id AND ${pending})) a
      CROSS JOIN LATERAL (${payments} WHERE id = target_id UNION ALL ${transfers} WHERE id = target_id) r`,
   )})
   UNION ALL
   (${newest(
     'claims',
     `SELECT 'payment' AS type, p.* FROM (
      ${payments} WHERE payer_party_id = $1 AND status = 'PENDING_CLAIM' ORDER BY id DESC LIMIT $3) p`,
   )})`,
);

function newest(kind: UnderWayRow['kind'], from: string): string {
  return `SELECT '${kind}' AS kind, x.*, (count(*) OVER ())::int AS count FROM (${from}) x ORDER BY id DESC LIMIT $2`;
}

/** Returns the newest `shown` of each kind of what the party has under way, each with their number up to `most`. */
export function listUnderWay(
  db: Queryable,
  partyId: Id<'pty'>,
  { shown, most }: { shown: number; most: number },
): Promise<UnderWayRow[]> {
  return rows(db, underWay, [partyId, shown, most]);
}
