import { related } from '../../http/envelope.ts';
import { tagsToJson } from '../../http/tags.ts';
import { publicId } from '../../lib/id.ts';
import { isoSeconds } from '../../lib/time.ts';
import type { NewApiKey } from './mint.ts';
import type { ApiKeyRow } from './queries.ts';
import type { ApiKeyResource, CreatedApiKeyResource, RotatedApiKeyResource } from './resource.ts';

export function apiKeyResource(key: ApiKeyRow): ApiKeyResource {
  return {
    type: 'apiKey',
    id: publicId('apy', key.id),
    attributes: {
      apiKeyPrefix: key.prefix,
      name: key.name,
      scopes: [...key.scopes],
      environment: key.environment,
      status: key.status,
      tags: tagsToJson(key.tags),
      createdAt: isoSeconds(key.createdAt),
      expiresAt: key.expiresAt && isoSeconds(key.expiresAt),
      signedInAt: key.signedInAt && isoSeconds(key.signedInAt),
      lastUsedAt: key.lastUsedAt && isoSeconds(key.lastUsedAt),
      rotatedAt: key.rotatedAt && isoSeconds(key.rotatedAt),
      revokedAt: key.revokedAt && isoSeconds(key.revokedAt),
      createdBy: publicId('usr', key.createdBy),
      revokedBy: key.revokedBy && publicId('usr', key.revokedBy),
    },
    relationships: { party: related('party', 'pty', key.partyId) },
  };
}

export function newApiKeyResource(key: NewApiKey): CreatedApiKeyResource {
  const resource = apiKeyResource(key);
  return { ...resource, attributes: { ...resource.attributes, apiKey: key.secret } };
}

/** Returns the key that replaces a previous one as a resource, with its secret unless it is for a replay. */
export function rotatedApiKeyResource(
  key: ApiKeyRow & { secret?: string },
  { expiresAt, revokedAt }: ApiKeyRow,
): RotatedApiKeyResource {
  const resource = apiKeyResource(key);
  const previousKeyExpiresAt = revokedAt || !expiresAt ? null : isoSeconds(expiresAt);
  const apiKey = key.secret === undefined ? {} : { apiKey: key.secret };
  return { ...resource, attributes: { ...resource.attributes, previousKeyExpiresAt, ...apiKey } };
}
