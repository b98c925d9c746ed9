import {
  type OauthResource,
  oauthResources,
  type OauthScope,
  oauthScopes,
  oauthScopesIn,
} from '../../scopes.ts';

/** The command line of Purser: a program that signs in by a code that a person types. */
export const commandLine = 'purser-cli';

/** Returns which scopes a program may ask for at a part of this server. */
export function scopesAt(resource: OauthResource, clientId: string): OauthScope[] {
  const mayAll = resource === 'api' && clientId === commandLine;
  return oauthScopes.filter((scope) => mayAll || scope !== 'full_access');
}

/** Returns those scopes of a request that its program may ask for. */
export function scopesAsked(scope: unknown, resource: OauthResource, clientId: string): OauthScope[] {
  const open = scopesAt(resource, clientId);
  return oauthScopesIn(scope).filter((name) => open.includes(name));
}

/** Returns the address by which programs name a part of this server, as the audience of their tokens. */
export function addressOf(baseUrl: string, resource: OauthResource): string {
  return `${baseUrl}/${resource}`;
}

/**
 * Returns the part of this server that an address names; null if it names none. The bare address of the server, and one
 * that ends with a slash, are what programs send that know no better.
 */
export function resourceAt(baseUrl: string, address: string): OauthResource | null {
  const sent = normal(address);
  if (sent === null) return null;
  if (sent === normal(baseUrl)) return 'mcp';
  return oauthResources.find((each) => sent === normal(addressOf(baseUrl, each))) ?? null;
}

function normal(address: string): string | null {
  const url = URL.parse(address);
  if (!url || url.hash !== '' || url.search !== '' || url.username !== '' || url.password !== '') return null;
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
