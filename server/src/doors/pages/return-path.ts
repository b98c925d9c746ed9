// Without the token of a claim or an invitation: the path is stored with the link that is asked for. That of an address
// proves nothing without a session of its party.
const allowed = /^\/(?:account|(?:pay|review|invited)\/[\w-]{1,64}|verify\/con_[0-9a-f]{32}\/[\w-]{32})$/;

/** Returns a path to open after a sign-in, or that of the account if it is none of ours. */
export function returnPath(sent: unknown): string {
  return typeof sent === 'string' && allowed.test(sent) ? sent : '/account';
}
