import type { Context } from '../context.ts';
import { present } from './get.ts';
import { findPartyLimits } from './queries.ts';
import type { PartyLimitsRow } from './queries.ts';

/** Returns the limits of the actor's party. */
export async function getPartyLimits(ctx: Context): Promise<PartyLimitsRow> {
  return present(await findPartyLimits(ctx.db, ctx.actor.partyId));
}
