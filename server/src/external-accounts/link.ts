import type { Queryable } from '../db/sql.ts';
import { recordEvent } from '../engine/plain-writes/record-event.ts';
import { newId } from '../lib/id.ts';
import type { Id } from '../lib/id.ts';
import { insertExternalAccount } from './queries.ts';

/** Links a bank account that is known to belong to the party. Only the last four digits of its number are stored. */
export async function linkExternalAccount(
  tx: Queryable,
  partyId: Id<'pty'>,
  account: { bankName: string; accountName: string; lastFour: string; userId: Id<'usr'>; now: Date },
): Promise<Id<'eac'>> {
  const id = newId('eac');
  await insertExternalAccount(tx, partyId, { ...account, id });
  const { now } = account;
  await recordEvent(tx, {
    resource: 'externalAccount',
    resourceId: id,
    from: null,
    to: 'active',
    now,
  });
  return id;
}
