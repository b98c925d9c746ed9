import { hits } from '../../../db/sql.ts';
import type { PartyStatus } from '../../../engine/model/state.ts';
import type { Id } from '../../../lib/id.ts';

/** Changes the status of a party that has the status `from`, and returns whether it had. */
export const changePartyStatus = hits<{ partyId: Id<'pty'>; from: PartyStatus; to: PartyStatus; now: Date }>(
  'parties_change_status',
  'UPDATE parties SET status = $to, updated_at = $now WHERE id = $partyId AND status = $from',
);
