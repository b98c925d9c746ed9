import { post } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { inviteCustomers } from './create.ts';
import { invitedCustomersShape } from './resource.ts';
import { agentPath, inviteCustomersAttributes } from './schema.ts';

export const customerInvitationRoutes: Endpoint[] = [
  post('/agents/:agentId/customers', {
    summary: 'Invite customers to an agent',
    description: `Asks up to 100 recipients to let one of the caller's agents act for them, with these permissions and this limit.
Recipients with an e-mail address are told by mail; to a phone number nothing is sent. Whoever is invited again gets a new
invitation in the place of the one that still waits. Recipients of whom no invitation could be made are in
\`meta.emailFailures\`, also if those are all: an unknown type, a malformed address, one that the list has before, an unknown
party, the caller's own. Without \`expiresAt\`, a time in the future, an invitation waits for 30 days.`,
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
