import { post } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { singleShape } from '../http/shapes.ts';
import { createApiKey } from './create.ts';
import { newApiKeyShape } from './resource.ts';
import { createApiKeyAttributes } from './schema.ts';

export const apiKeyRoutes: Endpoint[] = [
  post('/api-keys', {
    summary: 'Create an API key',
    description: `The answer is the only one that ever shows the key. It cannot have a scope that the key which asks lacks.`,
    response: singleShape(newApiKeyShape),
    status: 201,
    example: { name: 'Bookkeeping', scopes: ['payments.read'] },
    scope: 'api_keys.create',
    agents: 'refused',
    idempotency: 'none',
    type: 'apiKey',
    attributes: createApiKeyAttributes,
    run: (ctx, { attributes, keyed }) => createApiKey(ctx, attributes, keyed),
  }),
];
