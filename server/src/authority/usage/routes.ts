import { type Endpoint, get } from '../../http/endpoint.ts';
import { singleShape } from '../../http/shapes.ts';
import { agentOrMePath } from '../agents/path.ts';
import { readAgentUsage, readDelegationUsage, readPartyUsage } from './read.ts';
import { agentUsageShape, delegationUsageShape, partyUsageShape } from './resource.ts';
import { delegationPath } from './schema.ts';

export const usageRoutes: Endpoint[] = [
  get('/agents/:agentId/usage', {
    summary: 'Retrieve what an agent has left',
    description: `Returns, for each limit of an agent and each of its rules that counts payments, how much is used, how
much is left and when it begins again; and how much the agent may spend now. It is exact at the moment of the read. An
agent reads its own only, also as \`me\`.`,
    response: singleShape(agentUsageShape),
    refuses: ['agent_not_found'],
    scope: 'payments.read',
    ownReads: 'filtered',
    params: agentOrMePath,
    run: (ctx, { params }) => readAgentUsage(ctx, params.agentId),
  }),
  get('/parties/me/usage', {
    summary: 'Retrieve what your party has left',
    description: `Returns how much of each limit of your party is used, by its people and all its agents together, how
much is left and when it begins again.`,
    response: singleShape(partyUsageShape),
    scope: 'payments.read',
    ownReads: 'refused',
    run: (ctx) => readPartyUsage(ctx),
  }),
  get('/delegations/:delegationId/usage', {
    summary: 'Retrieve what is left under a delegation',
    description: `Returns the same of what a customer lets each agent do, for the customer and for the party that acts:
the limits of grants that are not revoked, and their rules that count payments. An agent reads what is its own.`,
    response: singleShape(delegationUsageShape),
    refuses: ['delegation_not_found'],
    scope: 'payments.read',
    ownReads: 'filtered',
    params: delegationPath,
    run: (ctx, { params }) => readDelegationUsage(ctx, params.delegationId),
  }),
];
