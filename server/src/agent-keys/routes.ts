import { get } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { listShape } from '../http/shapes.ts';
import { listAgentKeys } from './list.ts';
import { agentKeyShape } from './resource.ts';
import { agentKeysQuery } from './schema.ts';

export const agentKeyRoutes: Endpoint[] = [
  get('/agent-keys', {
    summary: 'List agent keys',
    description: `The keys of the caller's agents, newest first, revoked ones too. \`agentId\` picks those of one agent; of an agent
of somebody else there are none.`,
    response: listShape(agentKeyShape),
    scope: 'agents.read',
    query: agentKeysQuery,
    run: (ctx, { query }) => listAgentKeys(ctx, query),
  }),
];
