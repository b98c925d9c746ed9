import { type Ended, runScript } from '../support/programs.ts';
import type { TestServer } from '../support/server.ts';

/** Runs an `npm run` command on a test's database, in its own process, with these settings besides. */
export function runOn(
  server: Pick<TestServer, 'connection'>,
  name: 'admin' | 'audit' | 'export' | 'reconcile',
  args: readonly string[] = [],
  settings: Record<string, string> = {},
): Promise<Ended> {
  const script = new URL(`../../src/commands/${name}.ts`, import.meta.url).pathname;
  return runScript(script, args, {
    DATABASE_URL: urlOf(server),
    PURSER_SECRET: 'k1:'.padEnd(40, 's'),
    ...settings,
  });
}

/** Returns the address of a test's database. */
export function urlOf({ connection }: Pick<TestServer, 'connection'>): string {
  if ('connectionString' in connection) return connection.connectionString;
  const { host, port, user, database } = connection;
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
