import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { Client } from 'pg';
import { scratchFolder } from '../../proof/support/scratch.ts';
import { startServer } from '../world/server.ts';
import { versionOf } from '../yardstick.ts';
import type { Machine } from './types.ts';

const durable = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums'];
const sizes = ['shared_buffers', 'max_wal_size'];

/** Describes the machine and the embedded PostgreSQL with its settings. */
export async function describeMachine(pgbench: string): Promise<Machine> {
  const server = await startServer(await scratchFolder());
  const client = new Client(server.connection);
  await client.connect();
  const show = async (names: readonly string[]): Promise<string> => {
    const shown: string[] = [];
    for (const name of names) {
      const { rows } = await client.query<Record<string, string>>(`SHOW ${name}`);
      shown.push(`${name} ${rows[0]?.[name]}`);
    }
    return shown.join(', ');
  };
  const machine = {
    processors: `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, shared by load generator, Node and PostgreSQL`,
    memory: `${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    system: `${type()} ${release()}`,
    Node: process.version,
    PostgreSQL: (await show(['server_version'])).replace('server_version ', ''),
    'durable settings': await show(durable),
    'sizes (defaults)': await show(sizes),
    pgbench: await versionOf(pgbench),
  };
  await client.end();
  await server.stop();
  return machine;
}
