import type { Context } from '../context.ts';
import type { Queryable } from '../db/sql.ts';
import { countLimits } from '../engine/plain-writes/count-limits.ts';
import { fault } from '../errors.ts';
import type { HttpResponse, Keyed } from '../http/endpoint.ts';
import { single } from '../http/envelope.ts';
import { limitsToJson, noLimits } from '../http/limits.ts';
import type { Limits } from '../engine/model/state.ts';
import { write } from '../idempotency/write.ts';
import { lockSpending, updatePartyLimits } from './queries.ts';
import type { PartyLimitsRow } from './queries.ts';
import { partyLimitPolicyResource } from './view.ts';

/**
 * Puts limits in the place of those of the caller's party. What was spent in this UTC day and month counts from the
 * start. What is under way ends first; whatever is accepted later is judged by the new limits.
 */
export function setPartyLimits(ctx: Context, limits: Limits, keyed: Keyed): Promise<HttpResponse> {
  const { partyId: targetId } = ctx.actor;
  return write(ctx, { ...keyed, targetId }, async (tx) => {
    await holdParty(ctx, tx);
    return { response: single(partyLimitPolicyResource(await change(ctx, tx, limits))) };
  });
}

/** Takes away all limits of the caller's party. Where there are none, nothing changes and the answer is the same. */
export function removePartyLimits(ctx: Context, keyed: Keyed): Promise<HttpResponse> {
  const { partyId: targetId } = ctx.actor;
  return write(ctx, { ...keyed, targetId }, async (tx) => {
    const held = await holdParty(ctx, tx);
    const left = limitsToJson(held) === null ? held : await change(ctx, tx, noLimits);
    const body = { data: partyLimitPolicyResource(left), meta: { deleted: true } };
    return { response: { status: 200, body } };
  });
}

async function holdParty({ actor }: Context, tx: Queryable): Promise<PartyLimitsRow> {
  return present(await lockSpending(tx, actor.partyId));
}

async function change({ actor, now }: Context, tx: Queryable, limits: Limits): Promise<PartyLimitsRow> {
  const party = present(await updatePartyLimits(tx, actor.partyId, limits, now));
  await countLimits(tx, { kind: 'party', id: party.id, currency: party.currency }, limits, now);
  return party;
}

function present(party: PartyLimitsRow | null): PartyLimitsRow {
  if (!party) throw fault('party_not_found', 'There is no such party.');
  return party;
}
