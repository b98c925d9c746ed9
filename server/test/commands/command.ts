import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { compiled } from '../support/programs.ts';
import type { TestServer } from '../support/server.ts';

/** Runs an `npm run` command on a test's database, in its own process, with these settings besides. */
export async function runOn(
  server: Pick<TestServer, 'connection'>,
  name: 'admin' | 'audit' | 'export' | 'reconcile',
  args: readonly string[] = [],
  settings: Record<string, string> = {},
): Promise<{ code: number; out: string; err: string }> {
  const script = new URL(`../../src/commands/${name}.ts`, import.meta.url).pathname;
  const child = spawn(process.execPath, [script, ...args], {
    env: {
      PATH: process.env['PATH'],
      ...compiled,
      DATABASE_URL: urlOf(server),
      PURSER_SECRET: 'k1:'.padEnd(40, 's'),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: Number(code), out, err };
}

/** Returns the address of a test's database. */
export function urlOf({ connection }: Pick<TestServer, 'connection'>): string {
  if ('connectionString' in connection) return connection.connectionString;
  const { host, port, user, database } = connection;
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
