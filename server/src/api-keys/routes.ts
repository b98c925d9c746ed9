import { post } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { single } from '../http/envelope.ts';
import { createApiKey } from './create.ts';
import { createApiKeyAttributes } from './schema.ts';
import { newApiKeyResource } from './view.ts';

export const apiKeyRoutes: Endpoint[] = [
  post('/api-keys', {
    scope: 'api_keys.create',
    agents: 'refused',
    idempotency: 'none',
    type: 'apiKey',
    attributes: createApiKeyAttributes,
    run: async (ctx, { attributes }) => single(newApiKeyResource(await createApiKey(ctx, attributes)), 201),
  }),
];
