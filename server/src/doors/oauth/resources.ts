import { type OauthResource, oauthResources } from '../../scopes.ts';

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
  if (!url || url.hash !== '' || url.search !== '' || url.username !== '') return null;
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
