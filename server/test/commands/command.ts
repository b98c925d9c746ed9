import { vi } from 'vitest';
import { runAdmin } from '../../src/commands/run-admin.ts';
import { type Ended, runScript } from '../support/programs.ts';
import type { TestServer } from '../support/server.ts';

const settingsOf = (server: Pick<TestServer, 'connection'>): Record<string, string> => ({
  DATABASE_URL: urlOf(server),
  PURSER_SECRET: 'k1:'.padEnd(40, 's'),
});

/** Runs an `npm run` command on a test's database, in its own process, with these settings besides. */
export function runOn(
  server: Pick<TestServer, 'connection'>,
  name: 'admin' | 'audit' | 'export' | 'reconcile',
  args: readonly string[] = [],
  settings: Record<string, string> = {},
): Promise<Ended> {
  const script = new URL(`../../src/commands/${name}.ts`, import.meta.url).pathname;
  return runScript(script, args, { ...settingsOf(server), ...settings });
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `npm run admin` in this process, which takes a fifth of the time: for what does not depend on a process of its own,
 * such as two commands at once. They run one after the other.
 */
export function operate(
  server: Pick<TestServer, 'connection'>,
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<Ended> {
  const done = last.then(async () => {
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const printed = ({ mock: { calls } }: typeof out): string => calls.map(([text]) => String(text)).join('');
    try {
      const code = await runAdmin(args, { ...settingsOf(server), ...settings });
      return { code, out: printed(out), err: printed(err) };
    } finally {
      out.mockRestore();
      err.mockRestore();
    }
  });
  last = done.catch(() => undefined);
  return done;
}

/** Returns the address of a test's database. */
export function urlOf({ connection }: Pick<TestServer, 'connection'>): string {
  if ('connectionString' in connection) return connection.connectionString;
  const { host, port, user, database } = connection;
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
