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
    description: `Invites up to 100 people, each by mail. Entries for which no invitation can be created are listed in
\`meta.failed\` with the reason, and the response is 201 even if that is all of them. The reasons are an invalid address
or role, a duplicate in the list, a person who is already a member, and one who already has a pending invitation.`,
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
    summary: 'List invitations to your party',
    description: `Returns the invitations to your party, newest first. Filter them by \`status\`, \`email\` or a tag. If
\`party_id\` names a party other than yours, the list is empty.`,
    response: underscoredListShape(listedInvitationShape),
    scope: 'invite.read',
    query: invitationsQuery,
    run: (ctx, { query }) => listInvitations(ctx, query),
  }),
];
