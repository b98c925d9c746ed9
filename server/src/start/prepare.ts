import { Client } from 'pg';
import type { Config } from '../config.ts';
import { StartRefused } from '../db/embedded/refused.ts';
import { migrate } from '../db/migrate.ts';
import { prepareJobs } from '../jobs/schema.ts';
import type { Connection } from '../db/pool.ts';
import { typeParsers } from '../db/pool.ts';
import { checkSafety } from '../db/safety.ts';
import { within } from '../db/tx.ts';
import { findEnvironment, insertEnvironment } from './queries.ts';
import { seedSandbox } from '../seed/sandbox.ts';
import { writeSandboxFile } from './sandbox-file.ts';

/**
 * Prepares a database: checks its safety settings, migrates the schema, sets or checks the environment, and seeds a new
 * sandbox. Servers that start concurrently do this one after the other. Throws StartRefused.
 */
export async function prepareDatabase(config: Config, connection: Connection): Promise<void> {
  const client = new Client({ ...connection, types: typeParsers, application_name: 'purser start' });
  // A lost connection fails the running query; the error event needs no other handling.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'no response';
    throw new StartRefused(`Purser cannot reach its database: ${reason}`, { cause: error });
  }
  try {
    await checkSafety(client);
    await migrate(client);
    await prepareJobs(connection);
    await ensureEnvironment(config, client);
  } finally {
    await client.end();
  }
}

/** Sets the environment of a new database and seeds a sandbox, in one transaction; checks the environment of others. */
async function ensureEnvironment(config: Config, client: Client): Promise<void> {
  const { environment } = config;
  const now = new Date();
  await within(client, async () => {
    if (await insertEnvironment(client, environment, now)) {
      // The file is written before the commit: only it has the keys, and without its database it is overwritten next time.
      if (environment === 'sandbox') await writeSandboxFile(config, await seedSandbox(client, now));
      return;
    }
    const found = await findEnvironment(client);
    if (found !== environment) {
      throw new StartRefused(`This database is a ${found} one and PURSER_ENVIRONMENT is ${environment}.`);
    }
  });
}
