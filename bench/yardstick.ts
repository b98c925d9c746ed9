import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { World } from './world.ts';

const run = promisify(execFile);

/** Finds pgbench, which comes with PostgreSQL's server packages. Throws with what to install. */
export function findPgbench(): string {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : [];
  const found = [
    ...versions.map((version) => `${root}/${version}/bin/pgbench`),
    '/usr/bin/pgbench',
    '/usr/local/bin/pgbench',
  ];
  const path = found.find((candidate) => existsSync(candidate));
  if (path === undefined)
    throw new Error('pgbench is missing: on Debian, apt-get install postgresql (any version).');
  return path;
}

/** Makes pgbench's tables in a database of their own on the server's PostgreSQL. */
export async function prepareTpcb(pgbench: string, { connection }: World, scale: number): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  await client.query('CREATE DATABASE yardstick');
  await client.end();
  await run(pgbench, [...address(connection), '-i', '-q', '-s', String(scale), 'yardstick']);
}

/** TPC-B-like transactions per second: what one transaction per payment would cost. */
export async function tpcb(
  pgbench: string,
  { connection }: World,
  clients: number,
  seconds: number,
): Promise<number> {
  const { stdout } = await run(pgbench, [
    ...address(connection),
    '-n',
    '-c',
    String(clients),
    '-T',
    String(seconds),
    'yardstick',
  ]);
  const tps = /tps = ([0-9.]+)/.exec(stdout)?.[1];
  if (tps === undefined) throw new Error(`pgbench said: ${stdout}`);
  return Number(tps);
}

function address({ host, port, user }: World['connection']): string[] {
  return ['-h', host, '-p', String(port), '-U', user];
}
