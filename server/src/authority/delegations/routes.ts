import { action, type Endpoint, get, patch, remove } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { listShape, singleShape } from '../../http/shapes.ts';
import { suspendedShape } from '../../identity/under-way/resource.ts';
import { setDelegationStatus } from './change.ts';
import { getDelegation } from './get.ts';
import { listDelegations } from './list.ts';
import { delegationShape, revokedDelegationShape } from './resource.ts';
import { revokeDelegation } from './revoke.ts';
import { delegationPath, delegationsQuery, updateDelegationAttributes } from './schema.ts';
import { updateDelegation } from './update.ts';
import { delegationResource } from './view.ts';

const changeOfState = {
  response: singleShape(delegationShape),
  refuses: ['forbidden', 'delegation_not_found', 'conflict'],
  scope: 'delegations.update',
  type: 'delegation',
  params: delegationPath,
} as const;

export const delegationRoutes: Endpoint[] = [
  get('/delegations', {
    summary: 'List delegations',
    description: `Returns the delegations that your party gave as a customer and those that it received, newest first,
each with the agents that may act, or once could.`,
    response: listShape(delegationShape),
    scope: 'delegations.read',
    ownReads: 'refused',
    query: delegationsQuery,
    run: (ctx, { query }) => listDelegations(ctx, query),
  }),
  get('/delegations/:delegationId', {
    summary: 'Retrieve a delegation',
    response: singleShape(delegationShape),
    refuses: ['delegation_not_found'],
    scope: 'delegations.read',
    ownReads: 'refused',
    params: delegationPath,
    run: async ({ db, actor: { partyId } }, { params }) =>
      single(delegationResource(await getDelegation(db, partyId, params.delegationId), partyId)),
  }),
  patch('/delegations/:delegationId', {
    ...changeOfState,
    summary: 'Update a delegation',
    description: `Changes what your party permits as a customer. \`permissions\` is what the delegation permits at most;
\`agents\` changes the status, the permissions, the limits and the rules of single agents and leaves the others unchanged.
It takes an agent as responses show it, without its \`name\`.
A SUSPENDED agent does nothing for your party until you make it ACTIVE again. REVOKED ends what you permit to it, and with
the last agent the delegation: what waits for an approval under it is canceled, in large numbers soon after the response. A limit
that is null is removed; \`limits\` null removes all of an agent, \`rules\` null its rules. What you do not send stays. New
terms apply immediately. Limits per day and month count what the agent has spent of your party's money in the current UTC
day and month, also before they were set. With one of them nothing is paid without the agent. To widen anything, the key needs the permissions that it gives, and does not expire: a limit that is lifted and a rule that is
removed or changed widen \`payments.create\`, and an agent that is made ACTIVE all of its permissions.`,
    example: {
      permissions: ['payments.create', 'payments.read'],
      agents: [
        {
          agentId: 'agt_0198f3c2a4b17d6e8f90a1b2c3d4e5f6',
          limits: { perTransaction: 2_500, perMonth: 10_000 },
        },
      ],
    },
    attributes: updateDelegationAttributes,
    run: (ctx, { params, attributes }) => updateDelegation(ctx, params.delegationId, attributes),
  }),
  action('/delegations/:delegationId/suspend', {
    ...changeOfState,
    summary: 'Suspend a delegation',
    shows: { attributes: { status: 'SUSPENDED' } },
    description: `Suspends a delegation that your party gave: from the response on, no payment under it is accepted or
approved, and nothing is read with it. A suspended delegation stays suspended, and the response is the same.
\`meta.underWay\` lists what was requested under it before and has not reached its end, among the newest 10,000 of each
kind of your party's. A replay shows the state at the time of the first response.`,
    response: suspendedShape(delegationShape),
    run: (ctx, { params }) => setDelegationStatus(ctx, params.delegationId, 'SUSPENDED'),
  }),
  action('/delegations/:delegationId/resume', {
    ...changeOfState,
    summary: 'Resume a delegation',
    description: `Resumes a suspended delegation that your party gave. An active one stays active. The key needs the
permissions of the delegation, and does not expire. A replay shows the state at the time of the first response.`,
    run: (ctx, { params }) => setDelegationStatus(ctx, params.delegationId, 'ACTIVE'),
  }),
  remove('/delegations/:delegationId', {
    summary: 'Revoke a delegation',
    shows: { attributes: { status: 'REVOKED' } },
    description: `Revokes a delegation that your party gave or received, with what it permits to each agent: from the
response on, no payment under it is accepted. Payments under it that wait for an approval are canceled, in large numbers
soon after the response. A revoked delegation stays revoked, and the response is the same.`,
    response: revokedDelegationShape,
    refuses: ['delegation_not_found'],
    scope: 'delegations.delete',
    params: delegationPath,
    run: (ctx, { params }) => revokeDelegation(ctx, params.delegationId),
  }),
];
