import type { Client } from 'pg';
import type { Config } from '../config.ts';
import { StartRefused } from '../db/embedded/refused.ts';
import { migrate } from '../db/migrate.ts';
import { prepareJobs } from '../jobs/schema.ts';
import { SessionRefused } from '../db/failures.ts';
import { refuseTransactionPooling } from '../db/pooler.ts';
import { type Connection, longSessionConfig, type SessionLimits } from '../db/pool.ts';
import { SessionClient } from '../db/session-client.ts';
import { within } from '../db/tx.ts';
import { databaseTime, findEnvironment, insertEnvironment } from './queries.ts';
import { seedSandbox } from '../seed/sandbox.ts';
import { writeSandboxFile } from './sandbox-file.ts';

/**
 * Prepares a database: checks its safety settings and its clock, migrates the schema, sets or checks the environment, and seeds a new
 * sandbox. Servers that start concurrently do this one after the other. Throws StartRefused.
 */
export async function prepareDatabase(config: Config, connection: Connection): Promise<void> {
  const open = (): Promise<Client> => openSession(connection, config.database, 'purser start');
  const client = await open();
  try {
    await refuseTransactionPooling(client, open);
    await refuseOtherClock(client);
    await migrate(client);
    await prepareJobs(connection, config.database);
    await ensureEnvironment(config, client);
  } finally {
    await client.end();
  }
}

/** Opens a session without a limit on the length of statements, under this name. Throws StartRefused. */
export async function openSession(
  connection: Connection,
  limits: SessionLimits,
  name: string,
): Promise<Client> {
  try {
    return await new SessionClient(longSessionConfig(connection, limits, name)).connect();
  } catch (error) {
    if (error instanceof SessionRefused) throw new StartRefused(error.message, { cause: error });
    const reason = error instanceof Error ? error.message : 'no response';
    throw new StartRefused(`Purser cannot reach its database: ${reason}`, { cause: error });
  }
}

const largestSkew_ms = 60_000;

/**
 * Throws StartRefused if the clocks of this machine and of the database are far apart: dates come from the database, ids
 * and sign-ins from here, and a statement finds its lines by ids that are at most ten minutes off.
 */
async function refuseOtherClock(client: Client): Promise<void> {
  const ahead_ms = Date.now() - (await databaseTime(client));
  if (Math.abs(ahead_ms) <= largestSkew_ms) return;
  const by = `${Math.round(Math.abs(ahead_ms) / 1000)} seconds ${ahead_ms > 0 ? 'ahead of' : 'behind'}`;
  throw new StartRefused(`The clock of this machine is ${by} the clock of the database. Set both by NTP.`);
}

/** Sets the environment of a new database and seeds a sandbox, in one transaction; checks the environment of others. */
async function ensureEnvironment(config: Config, client: Client): Promise<void> {
  const { environment } = config;
  const now = new Date();
  await within(client, async (tx) => {
    if (await insertEnvironment(tx, environment, now)) {
      // The file is written before the commit: only it has the keys, and without its database it is overwritten next time.
      if (environment === 'sandbox') await writeSandboxFile(config, await seedSandbox(tx, now));
      return;
    }
    const found = await findEnvironment(tx);
    if (found !== environment) {
      throw new StartRefused(`This database is a ${found} one and PURSER_ENVIRONMENT is ${environment}.`);
    }
  });
}
