import { recorded } from '../../db/recorded.ts';
import type { Queryable } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import type { Context } from '../../context.ts';
import { fault } from '../../errors.ts';
import { findParty, partyAsRecorded, type PartyRow } from './queries.ts';
import { partyResource } from './view.ts';

export async function getParty(ctx: Context): Promise<PartyRow> {
  return present(await findParty(ctx.db, ctx.actor.partyId));
}

/** Returns a party as a transaction sees it. Throws `party_not_found` if there is none. */
export async function partyNow(tx: Queryable, partyId: Id<'pty'>): Promise<PartyRow> {
  return present(await findParty(tx, partyId));
}

/** Returns the party that was found. Throws `party_not_found` if there is none. */
export function present<T>(party: T | null): T {
  if (party === null) throw fault('party_not_found', 'There is no such party.');
  return party;
}

export const recordedParty = recorded(partyAsRecorded, partyResource);
