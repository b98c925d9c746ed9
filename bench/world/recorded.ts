import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { plannerMode } from '../../server/src/db/pool.ts';
import type { Queryable } from '../../server/src/db/sql.ts';
import type { Bench, Sample } from '../bench.ts';
import { transactionsPerSecond } from '../yardstick.ts';
import type { World } from './world.ts';

/** A statement of the server, with its parameters. */
export type Recorded = { text: string; values: unknown[] };

/** Returns the statements that `work` sends, none of which is executed: each returns no row. */
export async function recordStatements(work: (db: Queryable) => Promise<unknown>): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  await work({
    query: ({ text, values = [] }: { text: string; values?: unknown[] }) => {
      recorded.push({ text, values });
      return Promise.resolve({ command: '', rowCount: 0, oid: 0, fields: [], rows: [] });
    },
  });
  return recorded;
}

/**
 * Returns a function that runs a statement of the server by pgbench with the given parameters and under these planner
 * settings, by default the server's.
 */
export async function pgbenchSide(
  world: World,
  name: string,
  text: string,
  clients: number,
  planning: Readonly<Record<string, string>> = plannerMode,
) {
  const path = join(world.dataDir, `${name}.sql`);
  await writeFile(path, `${text.replaceAll(/\$(\d)/g, ':p$1')};\n`);
  const options = Object.entries(planning)
    .map(([setting, value]) => `-c ${setting}=${value}`)
    .join(' ');
  return async ({ pgbench, seconds }: Bench, values: readonly string[]): Promise<Sample> => {
    const variables = values.flatMap((value, index) => ['-D', `p${index + 1}=${value}`]);
    const words = ['-n', '-M', 'prepared', '-f', path, ...variables, world.connection.database];
    const environment = { PGOPTIONS: options };
    const { connection } = world;
    const { rate } = await transactionsPerSecond(pgbench, connection, clients, seconds, words, environment);
    return { perSecond: rate };
  };
}
