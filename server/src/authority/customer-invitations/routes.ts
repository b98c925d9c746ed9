import { action, type Endpoint, get, post, remove } from '../../http/endpoint.ts';
import { tokenAction } from '../../http/token-action.ts';
import { listShape, singleShape } from '../../http/shapes.ts';
import { inviteCustomers } from './create.ts';
import { acceptInvitation, declineInvitation, listIncoming } from './incoming/by-party.ts';
import { acceptByToken, answerToken, declineByToken } from './incoming/by-token.ts';
import {
  acceptedByTokenShape,
  canceledInvitationShape,
  customerInvitationShape,
  incomingInvitationShape,
  invitedCustomersShape,
} from './resource.ts';
import {
  acceptByTokenAttributes,
  agentPath,
  incomingQuery,
  invitationPath,
  invitationsQuery,
  inviteCustomersAttributes,
} from './schema.ts';
import { cancelInvitation } from './sent/cancel.ts';
import { listInvitations } from './sent/list.ts';

const answer = {
  response: singleShape(incomingInvitationShape),
  refuses: ['customer_invitation_not_found', 'conflict'],
  scope: 'delegations.create',
  type: 'customerInvitation',
  params: invitationPath,
} as const;

export const customerInvitationRoutes: Endpoint[] = [
  post('/agents/:agentId/customers', {
    summary: 'Invite customers to an agent',
    description: `Invites up to 100 recipients to let one of your agents act for them, with the given permissions and
limits. Recipients with an e-mail address are notified by mail, those with a phone number by text message. A new
invitation replaces a pending one for the same recipient. \`expiresAt\` must be in the future; by default an invitation expires
after 30 days.

Recipients for whom no invitation can be created are listed in \`meta.emailFailures\`, and the response is 201 even if
that is all of them. The reasons are an unknown type, a malformed address, a duplicate in the list, an unknown or
inactive party, and your own party or one of its addresses. The key needs each of the permissions itself, and does not
expire.`,
    response: invitedCustomersShape,
    status: 201,
    refuses: ['agent_not_found', 'conflict'],
    example: {
      recipients: [{ type: 'email', value: 'casey@example.com' }],
      permissions: ['payments.create', 'payments.read'],
      limits: { perTransaction: 10_000, perMonth: 50_000 },
    },
    scope: 'delegations.create',
    idempotency: 'required',
    type: 'customerInvitation',
    params: agentPath,
    attributes: inviteCustomersAttributes,
    run: (ctx, { params, attributes }) => inviteCustomers(ctx, params.agentId, attributes),
  }),
  get('/agents/invitations', {
    summary: 'List customer invitations',
    description: 'Returns the invitations of your party to become customers of its agents, newest first.',
    response: listShape(customerInvitationShape),
    scope: 'delegations.read',
    ownReads: 'refused',
    query: invitationsQuery,
    run: (ctx, { query }) => listInvitations(ctx, query),
  }),
  remove('/agents/invitations/:invitationId', {
    summary: 'Cancel a customer invitation',
    shows: { attributes: { status: 'CANCELED' } },
    description: `Cancels an invitation that is pending. If it is canceled already, the response is the same; one that was
answered or has expired is refused.`,
    response: canceledInvitationShape,
    refuses: ['customer_invitation_not_found', 'conflict'],
    scope: 'delegations.delete',
    params: invitationPath,
    run: (ctx, { params }) => cancelInvitation(ctx, params.invitationId),
  }),
  get('/customer-invitations/incoming', {
    summary: 'List incoming customer invitations',
    description: `Returns the invitations to your party to become a customer, newest first: those to its id and those to
its verified e-mail addresses and phone numbers.`,
    response: listShape(incomingInvitationShape),
    scope: 'delegations.read',
    ownReads: 'refused',
    query: incomingQuery,
    run: (ctx, { query }) => listIncoming(ctx, query),
  }),
  action('/customer-invitations/:invitationId/accept', {
    ...answer,
    summary: 'Accept a customer invitation',
    shows: { attributes: { status: 'ACCEPTED' } },
    description: `Lets the inviting party and its agent act for your party, with the permissions and the limit of the
invitation. They replace what your party permitted to this agent before; what it permitted to other agents does not
grow. A delegation that your party has suspended must be resumed first. The key needs each of the permissions itself, and
does not expire.`,
    run: (ctx, { params }) => acceptInvitation(ctx, params.invitationId),
  }),
  action('/customer-invitations/:invitationId/decline', {
    ...answer,
    summary: 'Decline a customer invitation',
    shows: { attributes: { status: 'DECLINED' } },
    run: (ctx, { params }) => declineInvitation(ctx, params.invitationId),
  }),
  tokenAction('/invitations/:token/accept', {
    summary: 'Accept a customer invitation without an account',
    shows: { attributes: { status: 'ACCEPTED' } },
    description: `Accepts the invitation whose mail or text message contains the token. It makes a person: a party with
this address, which is verified by the token, and its first user as owner. Money that waits for the address is this
party's. With \`apiKeyName\`, the response has an API key of the new party, and is the only one that contains it. If
the address belongs to a party already, answer with a key of that party (409).`,
    response: acceptedByTokenShape,
    refuses: ['invitation_not_found', 'conflict'],
    type: 'customerInvitation',
    attributes: acceptByTokenAttributes,
    example: { name: 'Casey Customer', apiKeyName: 'First key' },
    token: answerToken,
    run: (ctx, { params, attributes }) => acceptByToken(ctx, params, attributes),
  }),
  tokenAction('/invitations/:token/decline', {
    summary: 'Decline a customer invitation without an account',
    shows: { attributes: { status: 'DECLINED' } },
    response: singleShape(incomingInvitationShape),
    refuses: ['invitation_not_found', 'conflict'],
    type: 'customerInvitation',
    token: answerToken,
    run: (ctx, { params }) => declineByToken(ctx, params),
  }),
];
