import { realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { openDatabase } from '../start/database.ts';
import { pino } from 'pino';

/** `npm run db:reset`: throws the sandbox's data folder away. Refuses prod, an external database, a running server. */
const config = readConfig();
if (config.environment !== 'sandbox' || config.databaseUrl !== undefined) {
  process.stderr.write('db:reset is for the sandbox on the embedded database only.\n');
  process.exit(1);
}
try {
  // Starting it takes the folder's lock: a server that is using it makes this fail.
  const database = await openDatabase(config, pino({ level: 'silent' }));
  await database.stop();
  // The cluster may live elsewhere, behind a link, where the database's user can reach it.
  await rm(await realpath(join(config.dataDir, 'postgres')), { recursive: true, force: true });
  await rm(config.dataDir, { recursive: true, force: true });
  process.stdout.write(`${config.dataDir} is gone; the next start seeds a new sandbox.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
