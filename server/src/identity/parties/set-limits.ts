import type { Change } from '../../engine/model/journal.ts';
import { changesBetween } from '../../terms/changes.ts';
import type { Context, WriteContext } from '../../context.ts';
import type { Tx } from '../../db/tx.ts';
import {
  counterSteps,
  type LimitOwner,
  type PastSpending,
  sumSpending,
} from '../../engine/plain-writes/count-limits.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { removed, single } from '../../http/envelope.ts';
import { changedLimits, isWidened, limitsToJson } from '../../terms/limits.ts';
import { countedCurrencies, type Limits, noLimits } from '../../engine/model/state.ts';
import type { Id } from '../../lib/id.ts';
import { requireFreshOwner } from '../../http/require-fresh.ts';
import { write } from '../../idempotency/write.ts';
import { fault } from '../../errors.ts';
import { present } from './get.ts';
import type { PartyLimitsAttributes } from './schema.ts';
import { lockSpending, type PartyRow, updatePartyLimits } from './queries.ts';
import { partyLimitPolicyResource } from './view.ts';

/** Returns the limits that a body names, flat or not. */
export function limitsOf({
  limits,
  perTransaction = null,
  perDay = null,
  perMonth = null,
}: PartyLimitsAttributes): Limits {
  if (limits !== undefined) return changedLimits(noLimits, limits);
  return { ...noLimits, perTransaction, perDay, perMonth };
}

/**
 * Replaces the limits of the actor's party. The new limits include what was already spent in the current UTC day and
 * month. Waits for payments and withdrawals in progress; later ones are checked against the new limits. Throws
 * `sign_in_required` and `forbidden` where only an owner may raise limits, who has just signed in, and `invalid_value` for
 * a currency that is not the party's default one.
 */
export function setPartyLimits(ctx: WriteContext, limits: Limits, currency?: string): Promise<HttpResponse> {
  const { partyId: targetId } = ctx.actor;
  const load = (tx: Tx) =>
    sumSpending(tx, ownerOf(targetId), limits, ctx.askedAt, () => lockSpending(tx, targetId));
  return write(ctx, { targetId, load }, async (tx, now, [past, found]) => {
    const locked = present(found);
    if (currency !== undefined && currency !== locked.currency)
      throw fault('invalid_value', 'The limits of your party are in its default currency.', {
        pointer: '/data/attributes/currency',
      });
    requireMayRaise(ctx, locked, limits);
    const party = await change(tx, locked, { limits, past, now });
    return { response: single(partyLimitPolicyResource(party)), changes: changesOf(locked, party) };
  });
}

/**
 * Removes all limits of the actor's party. If none is set, changes nothing and returns the same response. Throws like
 * `setPartyLimits`.
 */
export function removePartyLimits(ctx: WriteContext): Promise<HttpResponse> {
  const { partyId: targetId } = ctx.actor;
  const load = (tx: Tx) => lockSpending(tx, targetId);
  return write(ctx, { targetId, load }, async (tx, now, found) => {
    const locked = present(found);
    requireMayRaise(ctx, locked, noLimits);
    const party =
      limitsToJson(locked) === null
        ? locked
        : await change(tx, locked, { limits: noLimits, past: null, now });
    return { response: removed(partyLimitPolicyResource(party)), changes: changesOf(locked, party) };
  });
}

function changesOf(before: Limits, after: Limits): Change[] {
  return changesBetween({ limits: limitsToJson(before) }, { limits: limitsToJson(after) });
}

/** Throws like `requireFreshOwner` if a limit is raised or removed of a party for which no key approves. */
function requireMayRaise(ctx: Context, before: PartyRow, after: Limits): void {
  if (before.approveBy === 'any') return;
  if (isWidened(before, after)) requireFreshOwner(ctx);
}

async function change(
  tx: Tx,
  locked: PartyRow,
  { limits, past, now }: { limits: Limits; past: PastSpending | null; now: Date },
): Promise<PartyRow> {
  const party = { ...locked, ...limits, limitsUpdatedAt: now, updatedAt: now };
  const currencies = countedCurrencies(limits, party.currency);
  tx.withCommit(
    updatePartyLimits.step({ ...limits, partyId: party.id, now }),
    ...(await counterSteps(tx, ownerOf(party.id), currencies, past, now)),
  );
  return party;
}

function ownerOf(partyId: Id<'pty'>): LimitOwner {
  return { spenderId: partyId, ownerPartyId: partyId };
}
