import { grantOwner } from '../../delegations/grants/count.ts';
import type { Context, WriteContext } from '../../../context.ts';
import type { Queryable } from '../../../db/sql.ts';
import { sumPastSpending } from '../../../engine/plain-writes/count-limits.ts';
import { fault, type PurserError } from '../../../errors.ts';
import type { HttpResponse } from '../../../http/endpoint.ts';
import { single } from '../../../http/envelope.ts';
import { page } from '../../../http/pages.ts';
import { requireMayGive } from '../../../http/permission.ts';
import { write } from '../../../idempotency/write.ts';
import { requireFreshSignIn } from '../../../http/require-fresh.ts';
import type { Id } from '../../../lib/id.ts';
import { type IncomingQuery, statuses } from '../schema.ts';
import { incomingInvitationResource } from '../view.ts';
import { mostAtOnce } from '../../../terms/most-at-once.ts';
import { accept, type Answered, isOpen, lockInviter, storeAnswer } from './answer.ts';
import { findIncoming, type IncomingRow, listIncomingBefore } from './queries.ts';

/** Returns a page of the invitations to the actor's party: to its id and to its verified addresses. */
export function listIncoming(ctx: Context, query: IncomingQuery): Promise<HttpResponse> {
  const { status } = query;
  const wanted = { statuses: status ? [status] : statuses };
  return page(
    ctx,
    'incomingCustomerInvitations',
    query,
    (db, asked) => listIncomingBefore(db, { ...asked, ...wanted }),
    incomingInvitationResource,
  );
}

/**
 * Accepts an invitation to the actor's party: the inviting party and its agent may act for it from now on, and an
 * earlier grant of this agent is replaced. Throws `customer_invitation_not_found`, `conflict`, `forbidden` if the
 * actor's key expires, `insufficient_scope` for each permission that it would give and lacks itself, and
 * `sign_in_required` for a browser session if payments up to a large amount are permitted, or without a limit.
 */
export function acceptInvitation(ctx: WriteContext, id: Id<'adi'>): Promise<HttpResponse> {
  const { actor } = ctx;
  return answer(ctx, id, async (tx, invitation, now) => {
    requireMayGive(actor, invitation.permissions);
    const { agentId } = invitation;
    const owner = grantOwner({ agentId, customerId: actor.partyId });
    const past = await sumPastSpending(tx, owner, invitation, now);
    await lockInviter(tx, invitation);
    requireOpen(await get(tx, actor.partyId, id), now);
    requireFreshSignIn(ctx, mostAtOnce(invitation));
    return accept(tx, invitation, actor.partyId, past, now);
  });
}

/** Declines an invitation to the actor's party. Throws `customer_invitation_not_found` and `conflict`. */
export function declineInvitation(ctx: WriteContext, id: Id<'adi'>): Promise<HttpResponse> {
  return answer(ctx, id, async (tx, invitation, now) => {
    const declined = await storeAnswer(tx, invitation, { to: 'DECLINED', customerPartyId: null }, now);
    return declined && { invitation: declined };
  });
}

function answer(
  ctx: WriteContext,
  id: Id<'adi'>,
  work: (tx: Queryable, invitation: IncomingRow, now: Date) => Promise<Answered | null>,
): Promise<HttpResponse> {
  const { actor } = ctx;
  return write(ctx, { targetId: id }, async (tx, now) => {
    const invitation = await get(tx, actor.partyId, id);
    requireOpen(invitation, now);
    const answered = await work(tx, invitation, now);
    if (!answered) throw fault('conflict', 'The invitation was answered, canceled or expired meanwhile.');
    const { invitation: known, changes = [] } = answered;
    return { response: single(incomingInvitationResource(known)), changes };
  });
}

async function get(tx: Queryable, partyId: Id<'pty'>, id: Id<'adi'>): Promise<IncomingRow> {
  const invitation = await findIncoming(tx, partyId, id);
  if (!invitation) throw invitationNotFound();
  return invitation;
}

function requireOpen(invitation: IncomingRow, now: Date): void {
  if (isOpen(invitation, now)) return;
  const why = invitation.status === 'PENDING' ? 'EXPIRED' : invitation.status;
  throw fault('conflict', `The invitation is ${why} and can no longer be answered.`);
}

export function invitationNotFound(): PurserError {
  return fault('customer_invitation_not_found', 'There is no such customer invitation.', {
    parameter: 'invitationId',
  });
}
