import type { Program } from '../context.ts';

const maxAge_s = 12 * 3600;

/**
 * The cookie of a browser session. Browsers keep a `__Host-` cookie only for this host, and send it only over TLS. A
 * sandbox without TLS has to do without that.
 */
export function sessionCookieOf({ config, baseUrl }: Pick<Program, 'config' | 'baseUrl'>) {
  const isPlain = config.environment === 'sandbox' && baseUrl().startsWith('http:');
  const name = isPlain ? 'purser-session' : '__Host-purser-session';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isPlain ? '' : '; Secure'}`;
  return {
    name,
    /** Returns the header that stores the token in the browser. */
    set: (token: string): string => `${name}=${token}; ${attributes}; Max-Age=${maxAge_s}`,
    /** Returns the header that deletes the cookie. */
    clear: (): string => `${name}=; ${attributes}; Max-Age=0`,
  };
}
