import type { Context } from '../context.ts';
import { fault } from '../errors.ts';
import { findPartyLimits } from './queries.ts';
import type { PartyLimitsRow } from './queries.ts';

/** Returns the limits of the actor's party. */
export async function getPartyLimits(ctx: Context): Promise<PartyLimitsRow> {
  const party = await findPartyLimits(ctx.db, ctx.actor.partyId);
  if (!party) throw fault('party_not_found', 'There is no such party.');
  return party;
}
