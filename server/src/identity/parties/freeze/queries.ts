import { firstRow, type Queryable, statement } from '../../../db/sql.ts';
import type { PartyStatus } from '../../../engine/model/state.ts';
import type { Id } from '../../../lib/id.ts';

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
