import { hits } from '../../../db/sql.ts';
import type { Freezer, PartyStatus } from '../../../engine/model/state.ts';
import type { Id } from '../../../lib/id.ts';

/** Changes by whom a party with the status `from` is frozen, and so its status. Returns whether it had that status. */
export const changeFreeze = hits<{
  partyId: Id<'pty'>;
  from: PartyStatus;
  to: PartyStatus;
  frozenBy: readonly Freezer[];
  now: Date;
}>(
  'parties_change_freeze',
  `UPDATE parties SET status = $to, frozen_by = $frozenBy::text[], updated_at = $now
   WHERE id = $partyId AND status = $from`,
);
