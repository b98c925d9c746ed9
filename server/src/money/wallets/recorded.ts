import type { EventReader, Recorded } from '../../db/recorded.ts';
import type { Resource } from '../../http/envelope.ts';
import { findWalletAsRecorded } from './queries.ts';
import { walletResource } from './view.ts';

/** Returns a wallet as an event recorded it; null if it is of another party. */
export async function recordedWallet(
  { db, partyId }: EventReader,
  recorded: Recorded,
): Promise<Resource | null> {
  const row = await findWalletAsRecorded(db, partyId, recorded);
  return row && walletResource(row);
}
