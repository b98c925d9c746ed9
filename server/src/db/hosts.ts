import type { Host } from '../lib/database-url.ts';
import { SessionRefused } from './failures.ts';

/** The hosts of a database of which one at a time is the primary, and which of them was the last good one. */
export type Hosts = {
  /**
   * Returns the last good host. If there is none, `open` is called for all hosts at once, since one of them may be
   * frozen, and the first for which it succeeds is good.
   */
  find: (open: (host: Host) => Promise<void>) => Promise<Host>;
  /** A session to the last good host could not be opened: the next `find` tries all again. */
  drop: () => void;
};

/** Creates the hosts of a program's sessions, which share what they find. */
export function createHosts(all: readonly Host[]): Hosts {
  let good: Promise<Host> | null = null;
  const search = async (open: (host: Host) => Promise<void>): Promise<Host> => {
    try {
      return await Promise.any(all.map((host) => open(host).then(() => host)));
    } catch (error) {
      good = null;
      throw noHost(all, error instanceof AggregateError ? (error.errors as unknown[]) : []);
    }
  };
  return {
    find: (open) => (good ??= search(open)),
    drop: () => {
      good = null;
    },
  };
}

/** Returns why no host is good. If the primary is not safe for money, that is the reason. */
function noHost(all: readonly Host[], errors: readonly unknown[]): Error {
  const unsafe = errors.find((error) => error instanceof SessionRefused && error.isUnsafe);
  if (unsafe instanceof SessionRefused) return unsafe;
  const reasons = errors.map((error, index) => {
    const { host, port } = all[index] ?? { host: '', port: 0 };
    const isReplica = error instanceof SessionRefused;
    return `${host}:${port} ${isReplica ? 'is a replica' : error instanceof Error ? error.message : 'failed'}`;
  });
  const code = '57P03'; // PostgreSQL's cannot_connect_now
  return Object.assign(new Error(`no host is a primary: ${reasons.join('; ')}`), { code });
}
