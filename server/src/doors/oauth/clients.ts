import { seenLine } from '../../lib/text.ts';

// Which programs may ask people here, and what a person sees of them. A program says itself what it is called; only where
// its answers go, or where its own description lies, is more than its word.

const longestName = 80;
const mostRedirects = 20;
const grantTypes = ['authorization_code', 'refresh_token'];
const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;
// What RFC 3986 lets an address without a fragment consist of. Of any other text, a parser makes an address that nobody sees in it.
const plain = /^[\w.~:/?[\]@!$&'()*+,;=%-]+$/;

/** A program as the page of consent shows it. */
export type ShownClient = {
  id: string;
  /** What it calls itself, cleaned; null if nothing. */
  name: string | null;
  /** The host that it answers from, or that the answer goes to; null if that is the computer of its user. */
  host: string | null;
  /** Whether the host is that of its own description, which it was read from; else it says only where the answer goes. */
  isDescribed: boolean;
  /** The host that the answer goes to; null if that is the computer of its user, or a device that waits for it. */
  answersTo: string | null;
};

/** Whether an address may get answers: one over TLS, or a program on the computer of its user. */
function isRedirect(address: string): boolean {
  const url = plain.test(address) ? URL.parse(address) : null;
  if (!url || url.username !== '' || url.password !== '') return false;
  const isLocal = loopback.test(url.hostname);
  return url.protocol === 'https:' ? !isLocal : url.protocol === 'http:' && isLocal;
}

/** Returns a program as people see it, when the answer goes to an address; a device gets none. */
export function shownClient(
  client: { clientId: string; clientName?: string | undefined },
  redirect: string | null,
): ShownClient {
  const { clientId: id, clientName } = client;
  const name = clientName === undefined ? null : seenLine(clientName, longestName) || null;
  const described = id.startsWith('https://') ? URL.parse(id) : null;
  const url = redirect === null ? null : URL.parse(redirect);
  const answersTo = url && !loopback.test(url.hostname) ? url.host : null;
  if (described) return { id, name, host: described.host, isDescribed: true, answersTo };
  return { id, name, host: answersTo, isDescribed: false, answersTo };
}

/**
 * Whether a program that describes itself may ask people here. Its description is its own text: it gets the kinds of grants
 * that a registered program gets, and above all no device code, which its victim would type.
 */
export function isAdmitted(client: {
  redirectUris?: readonly string[] | undefined;
  grantTypes?: readonly string[] | undefined;
}): boolean {
  const { redirectUris = [], grantTypes: wanted = [] } = client;
  return (
    redirectUris.length > 0 &&
    redirectUris.every(isRedirect) &&
    wanted.every((type) => grantTypes.includes(type))
  );
}

/** What a program may say at its registration, or why it is refused. */
export function registrationOf(sent: unknown): { metadata: object } | { fault: string } {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return { fault: 'send one JSON object' };
  const { redirect_uris: redirects, client_name: name, client_uri: uri } = sent as Record<string, unknown>;
  if (!Array.isArray(redirects) || redirects.length === 0 || redirects.length > mostRedirects)
    return { fault: `redirect_uris must be a list of 1 to ${mostRedirects} addresses` };
  if (!redirects.every((each): each is string => typeof each === 'string' && isRedirect(each)))
    return { fault: 'redirect_uris must be https, or http on 127.0.0.1, [::1] or localhost' };
  if (name !== undefined && typeof name !== 'string') return { fault: 'client_name must be text' };
  const isLocal = redirects.some((each) => loopback.test(new URL(each).hostname));
  const shown = typeof name === 'string' ? seenLine(name, longestName) : '';
  return {
    metadata: {
      redirect_uris: redirects,
      // A program on a computer gets its answer at whatever port is free then (RFC 8252, 7.3).
      application_type: isLocal ? 'native' : 'web',
      ...(shown !== '' && { client_name: shown }),
      ...(typeof uri === 'string' && isRedirect(uri) && { client_uri: uri }),
      grant_types: grantTypes,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
  };
}
