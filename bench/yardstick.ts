import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { addCleanup } from './cleanup.ts';
import type { Connection } from './world/server.ts';

const run = promisify(execFile);
const ending = new AbortController();
addCleanup(async () => ending.abort());

export const database = 'yardstick';

/** Finds pgbench, which comes with PostgreSQL's server packages. Throws an error that says what to install. */
export function findPgbench(): string {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(root, version, 'bin')),
    '/usr/local/bin',
    '/opt/homebrew/bin',
  ];
  const path = folders.map((folder) => join(folder, 'pgbench')).find((candidate) => existsSync(candidate));
  if (path !== undefined) return path;
  throw new Error(
    'pgbench is missing. It comes with PostgreSQL, of any version: apt-get install postgresql, dnf install postgresql-contrib, brew install postgresql.',
  );
}

/** Returns the version line of pgbench. */
export async function versionOf(pgbench: string): Promise<string> {
  return (await run(pgbench, ['--version'])).stdout.trim();
}

/** Creates pgbench's tables in a separate database on the server's PostgreSQL. */
export async function prepareTpcb(pgbench: string, connection: Connection, scale = 10): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  await client.query(`CREATE DATABASE ${database}`);
  await client.end();
  await start(pgbench, connection, ['-i', '-q', '-s', String(scale), database]);
}

/** Measures TPC-B-like transactions per second: what one transaction per payment would cost. */
export function tpcb(pgbench: string, connection: Connection, clients: number, seconds: number) {
  return transactionsPerSecond(pgbench, connection, clients, seconds, [database]);
}

/** Runs pgbench and returns its transactions per second and their mean latency. */
export async function transactionsPerSecond(
  pgbench: string,
  connection: Connection,
  clients: number,
  seconds: number,
  rest: readonly string[],
  environment: Record<string, string> = {},
): Promise<{ rate: number; mean_ms: number }> {
  const load = ['-c', String(clients), '-T', String(seconds)];
  const output = await start(pgbench, connection, [...load, ...rest], environment);
  const [rate, mean_ms] = [/tps = ([0-9.]+)/, /latency average = ([0-9.]+)/].map((what) =>
    Number(what.exec(output)?.[1]),
  );
  if (!rate || mean_ms === undefined || /aborted/.test(output))
    throw new Error(`pgbench did not finish: ${output}`);
  return { rate, mean_ms };
}

async function start(
  pgbench: string,
  { host, port, user }: Connection,
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<string> {
  try {
    const { stdout, stderr } = await run(pgbench, ['-h', host, '-p', String(port), '-U', user, ...words], {
      env: { PATH: process.env['PATH'] ?? '', ...environment },
      signal: ending.signal,
    });
    return stdout + stderr;
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new Error(`pgbench: ${/error: (.*)/.exec(output)?.[1] ?? output}`, { cause: error });
  }
}
