import { post } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { singleShape } from '../http/shapes.ts';
import { createApiKey } from './create.ts';
import { newApiKeyShape } from './resource.ts';
import { createApiKeyAttributes } from './schema.ts';

export const apiKeyRoutes: Endpoint[] = [
  post('/api-keys', {
    summary: 'Create an API key',
    description: `Creates an API key for your party. This response is the only one that contains the complete key, so
store it safely. You can grant only scopes that the key of this request has itself.`,
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
