import type { EventReader, Recorded } from '../../db/recorded.ts';
import type { Resource } from '../../http/envelope.ts';
import { findApprovalAsRecorded } from './queries.ts';
import { approvalResource } from './view.ts';

/** Returns an approval as an event recorded it; null if the party may not see it. */
export async function recordedApproval(
  { db, partyId }: EventReader,
  recorded: Recorded,
): Promise<Resource | null> {
  const row = await findApprovalAsRecorded(db, partyId, recorded);
  return row && approvalResource(row);
}
