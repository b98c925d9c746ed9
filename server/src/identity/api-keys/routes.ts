import { type Endpoint, get, post, remove } from '../../http/endpoint.ts';
import { listShape, singleShape } from '../../http/shapes.ts';
import { createApiKey } from './create.ts';
import { readApiKey } from './get.ts';
import { removeApiKey } from './remove.ts';
import { apiKeyShape, createdApiKeyShape, removedApiKeyShape } from './resource.ts';
import { apiKeyPath, apiKeysQuery, createApiKeyAttributes } from './schema.ts';
import { page } from '../../http/pages.ts';
import { listApiKeysBefore } from './queries.ts';
import { apiKeyResource } from './view.ts';

export const apiKeyRoutes: Endpoint[] = [
  post('/api-keys', {
    summary: 'Create an API key',
    description: `Creates an API key for your party. This response is the only one that contains the complete key, so
store it safely. You can grant only scopes that the key of this request has itself, and for no longer than it lasts.
From \`expiresAt\` on, the key is refused like one that never existed.`,
    response: singleShape(createdApiKeyShape),
    status: 201,
    example: { name: 'Bookkeeping', scopes: ['payments.read'] },
    scope: 'api_keys.create',
    idempotency: 'none',
    type: 'apiKey',
    attributes: createApiKeyAttributes,
    run: (ctx, { attributes }) => createApiKey(ctx, attributes),
  }),
  get('/api-keys', {
    summary: 'List API keys',
    description: `Returns the API keys of your party, newest first, including revoked and expired keys. The browser
sessions of its users are among them, with \`signedInAt\`. Filter by \`status\`.`,
    response: listShape(apiKeyShape),
    scope: 'api_keys.read',
    query: apiKeysQuery,
    run: (ctx, { query }) => page(ctx, 'apiKeys', query, listApiKeysBefore, apiKeyResource),
  }),
  get('/api-keys/:apiKeyId', {
    summary: 'Get an API key',
    response: singleShape(apiKeyShape),
    refuses: ['api_key_not_found'],
    scope: 'api_keys.read',
    params: apiKeyPath,
    run: (ctx, { params }) => readApiKey(ctx, params.apiKeyId),
  }),
  remove('/api-keys/:apiKeyId', {
    summary: 'Revoke an API key',
    description: `Revokes an API key of your party for good, at once and on all servers, or ends a browser session. It may be
the key of this request. Only an owner may revoke the key of an owner. Revoking it again returns the same response.`,
    response: removedApiKeyShape,
    refuses: ['forbidden', 'api_key_not_found'],
    scope: 'api_keys.delete',
    params: apiKeyPath,
    run: (ctx, { params }) => removeApiKey(ctx, params.apiKeyId),
  }),
];
