// Without the token of a claim or an invitation: the path is stored with the link that is asked for.
const allowed = /^\/(?:account|(?:pay|review|invited)\/[\w-]{1,64})$/;

/** Returns a path to open after a sign-in, or that of the account if it is none of ours. */
export function returnPath(sent: unknown): string {
  return typeof sent === 'string' && allowed.test(sent) ? sent : '/account';
}
