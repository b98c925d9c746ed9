import type { Queryable } from '../db/sql.ts';
import { recordEvent } from '../engine/plain-writes/record-event.ts';
import { newId } from '../lib/id.ts';
import type { Id } from '../lib/id.ts';
import { findOperatorAccount, insertExternalAccount } from './queries.ts';

/** Links a bank account that is known to belong to the party. Only the last four digits of its number are stored. */
export async function linkExternalAccount(
  tx: Queryable,
  partyId: Id<'pty'>,
  account: { bankName: string; accountName: string; lastFour: string; userId: Id<'usr'>; now: Date },
): Promise<Id<'eac'>> {
  const id = newId('eac');
  await insertExternalAccount(tx, partyId, { ...account, id, status: 'active' });
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

/**
 * Returns the account from which the operator's deposits to a party come; creates it for the first one. It is disabled
 * from the start, since it is no account at a bank: no withdrawal can go to it.
 */
export async function linkOperatorAccount(
  tx: Queryable,
  partyId: Id<'pty'>,
  { userId, now }: { userId: Id<'usr'>; now: Date },
): Promise<Id<'eac'>> {
  const found = await findOperatorAccount(tx, partyId);
  if (found) return found.id;
  const id = newId('eac');
  const account = {
    bankName: 'Operator',
    accountName: 'Deposits of the operator',
    lastFour: '',
    userId,
    now,
  };
  await insertExternalAccount(tx, partyId, { ...account, id, status: 'disabled' });
  await recordEvent(tx, { resource: 'externalAccount', resourceId: id, from: null, to: 'disabled', now });
  return id;
}
