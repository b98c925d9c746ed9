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
 * Replaces the limits of the actor's party. The new limits include what was already spent in the current UTC day and
 * month. Waits for payments and withdrawals in progress; later ones are checked against the new limits.
 */
export function setPartyLimits(ctx: Context, limits: Limits, keyed: Keyed): Promise<HttpResponse> {
  const { partyId: targetId } = ctx.actor;
  return write(ctx, { ...keyed, targetId }, async (tx) => {
    await lockParty(ctx, tx);
    return { response: single(partyLimitPolicyResource(await change(ctx, tx, limits))) };
  });
}

/** Removes all limits of the actor's party. If none is set, changes nothing and returns the same response. */
export function removePartyLimits(ctx: Context, keyed: Keyed): Promise<HttpResponse> {
  const { partyId: targetId } = ctx.actor;
  return write(ctx, { ...keyed, targetId }, async (tx) => {
    const locked = await lockParty(ctx, tx);
    const party = limitsToJson(locked) === null ? locked : await change(ctx, tx, noLimits);
    const body = { data: partyLimitPolicyResource(party), meta: { deleted: true } };
    return { response: { status: 200, body } };
  });
}

async function lockParty({ actor }: Context, tx: Queryable): Promise<PartyLimitsRow> {
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
