import { get, post } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { underscoredListShape } from '../http/shapes.ts';
import { createInvitations } from './create.ts';
import { listInvitations } from './list.ts';
import { createdInvitationsShape, listedInvitationShape } from './resource.ts';
import { createInvitationsAttributes, invitationsQuery } from './schema.ts';

export const partyInvitationRoutes: Endpoint[] = [
  post('/party-invitations', {
    summary: 'Invite people to your party',
    description: `Up to 100 at once; each is told by mail. An entry of which no invitation can be made is in \`meta.failed\` with the
reason, also if that is all of them: an address or role that is none, one that stands in the list twice, a member, somebody
whose invitation still waits.`,
    response: createdInvitationsShape,
    status: 201,
    example: { invitations: [{ email: 'avery@example.com', role: 'MEMBER' }], expiresInDays: 7 },
    scope: 'invite.create',
    agents: 'refused',
    idempotency: 'none',
    type: 'invitation',
    attributes: createInvitationsAttributes,
    run: (ctx, { attributes, keyed }) => createInvitations(ctx, attributes, keyed),
  }),
  get('/party-invitations', {
    summary: 'List the invitations to your party',
    description: `Newest first, in every state unless \`status\` names one. To a party that is not the caller's there are none.`,
    response: underscoredListShape(listedInvitationShape),
    scope: 'invite.read',
    query: invitationsQuery,
    run: (ctx, { query }) => listInvitations(ctx, query),
  }),
];
