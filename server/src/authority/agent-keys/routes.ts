import { action, type Endpoint, get, post, remove } from '../../http/endpoint.ts';
import { exampleId, exampleTime, exampleTimeLater, listShape, singleShape } from '../../http/shapes.ts';
import { createAgentKey } from './create.ts';
import { removeAgentKey } from './remove.ts';
import {
  agentKeyShape,
  createdAgentKeyShape,
  removedAgentKeyShape,
  rotatedAgentKeyShape,
} from './resource.ts';
import {
  agentKeyPath,
  agentKeysQuery,
  createAgentKeyAttributes,
  rotateAgentKeyAttributes,
} from './schema.ts';
import { rotateAgentKey } from './rotate.ts';
import { page } from '../../http/pages.ts';
import { listAgentKeysBefore } from './queries.ts';
import { agentKeyResource } from './view.ts';

export const agentKeyRoutes: Endpoint[] = [
  post('/agent-keys', {
    summary: 'Create an agent key',
    description: `Creates a key with which an agent of your party acts. Name the agent by \`agentId\` or as the
relationship \`agent\`. This response is the only one that contains the complete key, so store it safely. The key of this
request must itself have the scopes of agent keys, \`payments.create\` and \`payments.read\`, and a key that expires makes
only keys with an \`expiresAt\` that is no later.`,
    response: singleShape(createdAgentKeyShape),
    status: 201,
    refuses: ['agent_not_found', 'conflict'],
    example: { agentId: 'agt_0198f3c2a4b17d6e8f90a1b2c3d4e5f6' },
    scope: 'agents.create',
    type: 'agentKey',
    attributes: createAgentKeyAttributes,
    relationship: { type: 'agent', prefix: 'agt', attribute: 'agentId' },
    run: (ctx, { attributes }) => createAgentKey(ctx, attributes),
  }),
  get('/agent-keys', {
    summary: 'List agent keys',
    description: `Returns the keys of your party's agents, newest first, including revoked and expired keys. Filter by
agent with \`agentId\`; for an agent of another party the list is empty. Filter by \`status\`.`,
    response: listShape(agentKeyShape),
    scope: 'agents.read',
    ownReads: 'refused',
    query: agentKeysQuery,
    run: (ctx, { query }) => page(ctx, 'agentKeys', query, listAgentKeysBefore, agentKeyResource),
  }),
  action('/agent-keys/:agentKeyId/rotate', {
    summary: 'Rotate an agent key',
    shows: { attributes: { previousKeyExpiresAt: exampleTimeLater } },
    description: `Creates a new key for the same agent, shown only in this response, and lets the previous one end: at
once, or after \`expiresInSeconds\`, so that both work while you replace it; never later than
its own \`expiresAt\`, which the new key keeps. A key can be rotated once.`,
    response: singleShape(rotatedAgentKeyShape),
    refuses: ['agent_key_not_found', 'conflict'],
    example: { expiresInSeconds: 3600 },
    scope: 'agents.update',
    type: 'agentKey',
    params: agentKeyPath,
    attributes: rotateAgentKeyAttributes,
    run: (ctx, { params, attributes }) => rotateAgentKey(ctx, params.agentKeyId, attributes),
  }),
  remove('/agent-keys/:agentKeyId', {
    summary: 'Revoke an agent key',
    shows: {
      attributes: { status: 'REVOKED', revokedAt: exampleTime, revokedBy: exampleId('usr') },
    },
    description: 'Revokes an agent key for good, at once. Revoking it again returns the same response.',
    response: removedAgentKeyShape,
    refuses: ['agent_key_not_found'],
    scope: 'agents.delete',
    params: agentKeyPath,
    run: (ctx, { params }) => removeAgentKey(ctx, params.agentKeyId),
  }),
];
