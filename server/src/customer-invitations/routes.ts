import { post } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { inviteCustomers } from './create.ts';
import { invitedCustomersShape } from './resource.ts';
import { agentPath, inviteCustomersAttributes } from './schema.ts';

export const customerInvitationRoutes: Endpoint[] = [
  post('/agents/:agentId/customers', {
    summary: 'Invite customers to an agent',
    description: `Invites up to 100 recipients to let one of your agents act for them, with the given permissions and
limit. Recipients with an e-mail address are notified by mail; nothing is sent to a phone number. A new invitation
replaces a pending one for the same recipient. \`expiresAt\` must be in the future; by default an invitation expires
after 30 days.

Recipients for whom no invitation can be created are listed in \`meta.emailFailures\`, and the response is 201 even if
that is all of them. The reasons are an unknown type, a malformed address, a duplicate in the list, an unknown or
inactive party, and your own party or one of its addresses.`,
    response: invitedCustomersShape,
    status: 201,
    refuses: ['agent_not_found', 'conflict'],
    example: {
      recipients: [{ type: 'email', value: 'casey@example.com' }],
      permissions: ['payments.create', 'payments.read'],
      limits: { perTransaction: 10_000 },
    },
    scope: 'delegations.create',
    agents: 'refused',
    idempotency: 'required',
    type: 'customerInvitation',
    params: agentPath,
    attributes: inviteCustomersAttributes,
    run: (ctx, { params, attributes, keyed }) => inviteCustomers(ctx, params.agentId, attributes, keyed),
  }),
];
