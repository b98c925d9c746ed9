import { patch } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { singleShape } from '../http/shapes.ts';
import { agentShape } from './resource.ts';
import { agentPath, updateAgentAttributes } from './schema.ts';
import { updateAgent } from './update.ts';

export const agentRoutes: Endpoint[] = [
  patch('/agents/:agentId', {
    summary: 'Update an agent',
    description: `Updates the attributes that you send and leaves all others unchanged. \`limits\` replaces all limits
of the agent: a limit that it omits is removed, and null removes them all. \`tags\` changes the tags that it names, and
null removes one. New limits apply immediately, and count what
the agent has already spent in the current UTC day and month.`,
    response: singleShape(agentShape),
    refuses: ['agent_not_found', 'conflict'],
    example: { description: 'Buys books at auctions', limits: { perTransaction: 10_000, perDay: 50_000 } },
    scope: 'agents.update',
    agents: 'refused',
    idempotency: 'required',
    type: 'agent',
    params: agentPath,
    attributes: updateAgentAttributes,
    run: (ctx, { params, attributes, keyed }) => updateAgent(ctx, params.agentId, attributes, keyed),
  }),
];
