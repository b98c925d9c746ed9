import type { Queryable } from '../db/sql.ts';
import { openWallet } from '../engine/plain-writes/open-wallet.ts';
import { recordEvent } from '../engine/plain-writes/record-event.ts';
import { newId } from '../lib/id.ts';
import type { Id } from '../lib/id.ts';
import { normalEmail } from '../lib/text.ts';
import { insertMember, insertParty, insertUser } from './queries.ts';

export type NewParty = { partyId: Id<'pty'>; userId: Id<'usr'>; walletId: Id<'wal'> };

/**
 * Creates an ACTIVE party with its verified e-mail address, its owner and its default wallet. A PROVISIONAL party of
 * the address becomes that party: it keeps its id, and the payments that wait for it. Returns null if the address leads
 * to an ACTIVE party.
 */
export async function createParty(
  tx: Queryable,
  party: { type: 'PERSON' | 'ORG'; name: string; email: string; currency: string; now: Date },
  owner: { name: string; email: string },
): Promise<NewParty | null> {
  const id = newId('pty');
  const partyId = await insertParty(tx, { ...party, email: normalEmail(party.email), id });
  if (!partyId) return null;
  await recordEvent(tx, {
    resource: 'party',
    resourceId: partyId,
    from: partyId === id ? null : 'PROVISIONAL',
    to: 'ACTIVE',
    now: party.now,
  });
  const userId = await addMember(tx, partyId, { ...owner, role: 'OWNER', now: party.now });
  const walletId = await openWallet(tx, partyId, {
    currency: party.currency,
    isDefault: true,
    now: party.now,
  });
  return { partyId, userId, walletId };
}

/** Creates a user who is a member of the party in a role. */
export async function addMember(
  tx: Queryable,
  partyId: Id<'pty'>,
  member: { name: string; email: string; role: 'OWNER' | 'ADMIN' | 'MEMBER'; now: Date },
): Promise<Id<'usr'>> {
  const userId = newId('usr');
  await insertUser(tx, { ...member, id: userId, email: normalEmail(member.email) });
  await insertMember(tx, partyId, { userId, role: member.role, now: member.now });
  return userId;
}
