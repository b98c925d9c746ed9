import type { Context } from '../../../context.ts';
import type { HttpResponse } from '../../../http/endpoint.ts';
import { byEitherName } from '../../../http/fields.ts';
import { page } from '../../../http/pages.ts';
import { listInvitationsBefore } from './queries.ts';
import { type InvitationsQuery, statuses } from '../schema.ts';
import { customerInvitationResource } from '../view.ts';

/** Returns a page of the customer invitations of the actor's party, newest first. */
export function listInvitations(ctx: Context, query: InvitationsQuery): Promise<HttpResponse> {
  const { status, agentId = null } = query;
  const recipient: string | null =
    byEitherName(query.recipient, 'customerEmail', query.customerEmail) ?? null;
  const wanted = { statuses: status ? [status] : statuses, agentId, recipient };
  return page(
    ctx,
    'customerInvitations',
    query,
    (db, asked) => listInvitationsBefore(db, { ...asked, ...wanted }),
    ({ agent, ...invitation }) => customerInvitationResource(agent, invitation, ctx.baseUrl()),
  );
}
