import { get } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { listShape } from '../http/shapes.ts';
import { listAgentKeys } from './list.ts';
import { agentKeyShape } from './resource.ts';
import { agentKeysQuery } from './schema.ts';

export const agentKeyRoutes: Endpoint[] = [
  get('/agent-keys', {
    summary: 'List agent keys',
    description: `Returns the keys of your party's agents, newest first, including revoked keys. Filter by agent with
\`agentId\`; for an agent of another party the list is empty.`,
    response: listShape(agentKeyShape),
    scope: 'agents.read',
    query: agentKeysQuery,
    run: (ctx, { query }) => listAgentKeys(ctx, query),
  }),
];
