import type { NewApiKey } from './mint.ts';
import type { ApiKeyResource, CreatedApiKeyResource } from './resource.ts';
import { apiKeyResource, newApiKeyResource } from './view.ts';

/** Returns a key that another module made as a resource: with its secret in the one response, without it in replays. */
export function shownApiKey(key: NewApiKey, withSecret: boolean): ApiKeyResource | CreatedApiKeyResource {
  return withSecret ? newApiKeyResource(key) : apiKeyResource(key);
}
