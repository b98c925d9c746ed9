import { action, type Endpoint, get, post, remove } from '../../http/endpoint.ts';
import { exampleId, exampleTime, exampleTimeLater, listShape, singleShape } from '../../http/shapes.ts';
import { createApiKey } from './create.ts';
import { readApiKey } from './get.ts';
import { removeApiKey } from './remove.ts';
import { apiKeyShape, createdApiKeyShape, removedApiKeyShape, rotatedApiKeyShape } from './resource.ts';
import { apiKeyPath, apiKeysQuery, createApiKeyAttributes, rotateApiKeyAttributes } from './schema.ts';
import { rotateApiKey } from './rotate.ts';
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
    example: { name: 'Bookkeeping', scopes: ['payments.read', 'payments.create'] },
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
    ownReads: 'refused',
    query: apiKeysQuery,
    run: (ctx, { query }) => page(ctx, 'apiKeys', query, listApiKeysBefore, apiKeyResource),
  }),
  get('/api-keys/:apiKeyId', {
    summary: 'Get an API key',
    response: singleShape(apiKeyShape),
    refuses: ['api_key_not_found'],
    scope: 'api_keys.read',
    ownReads: 'refused',
    params: apiKeyPath,
    run: (ctx, { params }) => readApiKey(ctx, params.apiKeyId),
  }),
  action('/api-keys/:apiKeyId/rotate', {
    summary: 'Rotate an API key',
    shows: { attributes: { previousKeyExpiresAt: exampleTimeLater } },
    description: `Creates a key with the same name, scopes, tags and time of expiry, shown only in this response, and lets
the previous one end: at once, or after \`expiresInSeconds\`, so that both work while you replace it; never later than
its own \`expiresAt\`. It may be the key of this request: let it overlap, so that a lost response locks nobody out. For
another key, \`api_keys.delete\` is needed too. The new key belongs to your user, and needs each scope of the previous one.
Only an owner may rotate the key of an owner. A key can be rotated once.`,
    response: singleShape(rotatedApiKeyShape),
    refuses: ['forbidden', 'api_key_not_found', 'conflict'],
    example: { expiresInSeconds: 3600 },
    scope: 'api_keys.create',
    type: 'apiKey',
    params: apiKeyPath,
    attributes: rotateApiKeyAttributes,
    run: (ctx, { params, attributes }) => rotateApiKey(ctx, params.apiKeyId, attributes),
  }),
  remove('/api-keys/:apiKeyId', {
    summary: 'Revoke an API key',
    shows: {
      attributes: { status: 'REVOKED', revokedAt: exampleTime, revokedBy: exampleId('usr') },
    },
    description: `Revokes an API key of your party for good, at once and on all servers, or ends a browser session. It may be
the key of this request. Only an owner may revoke the key of an owner. Revoking it again returns the same response.`,
    response: removedApiKeyShape,
    refuses: ['forbidden', 'api_key_not_found'],
    scope: 'api_keys.delete',
    params: apiKeyPath,
    run: (ctx, { params }) => removeApiKey(ctx, params.apiKeyId),
  }),
];
