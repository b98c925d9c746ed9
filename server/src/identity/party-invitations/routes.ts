import { type Endpoint, get, post, remove } from '../../http/endpoint.ts';
import { exampleTime, singleShape, underscoredListShape } from '../../http/shapes.ts';
import { tokenAction } from '../../http/token-action.ts';
import { acceptInvitation, answerToken, declineInvitation } from './answer.ts';
import { createInvitations } from './create.ts';
import { listInvitations } from './list.ts';
import {
  acceptedInvitationShape,
  answeredInvitationShape,
  createdInvitationsShape,
  listedInvitationShape,
  revokedInvitationShape,
} from './resource.ts';
import { revokeInvitation } from './revoke.ts';
import {
  acceptInvitationAttributes,
  createInvitationsAttributes,
  invitationPath,
  invitationsQuery,
} from './schema.ts';

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
    idempotency: 'none',
    type: 'invitation',
    attributes: createInvitationsAttributes,
    run: (ctx, { attributes }) => createInvitations(ctx, attributes),
  }),
  get('/party-invitations', {
    summary: 'List invitations to your party',
    description: `Returns the invitations to your party, newest first. Filter them by \`status\`, \`email\` or a tag. If
\`party_id\` names a party other than yours, the list is empty.`,
    response: underscoredListShape(listedInvitationShape),
    scope: 'invite.read',
    ownReads: 'refused',
    query: invitationsQuery,
    run: (ctx, { query }) => listInvitations(ctx, query),
  }),
  remove('/party-invitations/:invitationId', {
    summary: 'Revoke an invitation to your party',
    shows: { attributes: { status: 'REVOKED' } },
    description: `Revokes a pending invitation: its token stops working, and its mail is not sent if it is still
waiting. Revoking it again returns the same response.`,
    response: revokedInvitationShape,
    refuses: ['invitation_not_found', 'conflict'],
    scope: 'invite.delete',
    params: invitationPath,
    run: (ctx, { params }) => revokeInvitation(ctx, params.invitationId),
  }),
  tokenAction('/party-invitations/:token/accept', {
    summary: 'Accept an invitation to a party',
    shows: { attributes: { status: 'ACCEPTED', acceptedAt: exampleTime } },
    description: `Accepts the invitation whose mail contains the token, which needs no other credential. The invited person
becomes a member of the party: as the user who has this address, or as a new one with \`name\`. With \`apiKeyName\`,
the response has an API key of that user for that party, with the scopes of the role, and is the only one that contains
it.`,
    response: acceptedInvitationShape,
    refuses: ['invitation_not_found', 'conflict'],
    type: 'invitation',
    attributes: acceptInvitationAttributes,
    example: { name: 'Avery Approver', apiKeyName: "Avery's key" },
    token: answerToken,
    run: (ctx, { params, attributes }) => acceptInvitation(ctx, params, attributes),
  }),
  tokenAction('/party-invitations/:token/decline', {
    summary: 'Decline an invitation to a party',
    shows: { attributes: { status: 'DECLINED' } },
    response: singleShape(answeredInvitationShape),
    refuses: ['invitation_not_found'],
    type: 'invitation',
    token: answerToken,
    run: (ctx, { params }) => declineInvitation(ctx, params),
  }),
];
