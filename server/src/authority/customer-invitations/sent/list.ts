import type { Context } from '../../../context.ts';
import type { HttpResponse } from '../../../http/endpoint.ts';
import { page } from '../../../http/pages.ts';
import { listInvitationsBefore } from './queries.ts';
import { type InvitationsQuery, statuses } from '../schema.ts';
import { customerInvitationResource } from '../view.ts';

/** Returns a page of the customer invitations of the actor's party, newest first. */
export function listInvitations(ctx: Context, query: InvitationsQuery): Promise<HttpResponse> {
  const { status, agentId, recipient } = query;
  const filter = {
    statuses: status ? [status] : statuses,
    agentId: agentId ?? null,
    recipient: recipient ?? null,
  };
  return page(
    ctx,
    'customerInvitations',
    query,
    (before, count) => listInvitationsBefore(ctx.db, ctx.actor.partyId, filter, before, count),
    ({ agent, ...invitation }) => customerInvitationResource(agent, invitation, ctx.baseUrl()),
  );
}
