import { patch } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { singleShape } from '../http/shapes.ts';
import { agentShape } from './resource.ts';
import { agentPath, updateAgentAttributes } from './schema.ts';
import { updateAgent } from './update.ts';

export const agentRoutes: Endpoint[] = [
  patch('/agents/:agentId', {
    summary: 'Change an agent',
    description: `Only what is sent is changed; nothing sent changes nothing. \`limits\` stands for all limits at once: what it
leaves out is no limit, and null clears them all. New limits count at once, against what the agent has spent in the
present UTC day and month already.`,
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
