/** A database's address in `DATABASE_URL`. */
export type Host = { host: string; port: number };

/** What `DATABASE_URL` says: a URL that names one host, and all hosts in their order. */
export type DatabaseUrl = { connectionString: string; hosts: Host[] };

const usualPort = 5432;
const shape = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/;
const hostShape = /^(\[[^\]]+\]|[^:[\]]+)(?::([0-9]{1,5}))?$/;

/**
 * Reads a URL as libpq does, with one host or several: `postgres://user@one:5432,two/name`. Returns null for anything
 * else. Purser looks for the primary, so `target_session_attrs` may only ask for that (`read-write`, `primary`) or for
 * nothing (`any`).
 */
export function readDatabaseUrl(text: string): DatabaseUrl | null {
  const [, start = '', authority = '', rest = ''] = shape.exec(text) ?? [];
  const names = authority.split(',');
  const connectionString = `${start}${names[0] ?? ''}${rest}`;
  if (start === '' || !URL.canParse(connectionString)) return null;
  const query = new URL(connectionString).searchParams;
  const target = query.get('target_session_attrs') ?? 'any';
  if (!['any', 'read-write', 'primary'].includes(target) || query.get('host')?.includes(',')) return null;
  if (names.length === 1) return { connectionString, hosts: [] };
  const hosts = names.map(readHost);
  return hosts.every((host) => host !== null) ? { connectionString, hosts } : null;
}

function readHost(text: string): Host | null {
  const [, name, port] = hostShape.exec(text) ?? [];
  if (name === undefined) return null;
  try {
    const host = decodeURIComponent(name.replace(/^\[(.*)\]$/, '$1'));
    return { host, port: Number(port ?? usualPort) };
  } catch {
    return null;
  }
}
