import { realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { openDatabase } from '../start/database.ts';
import { pino } from 'pino';

/** `npm run db:reset`: deletes the sandbox's data folder. Refuses prod, an external database and a running server. */
const config = readConfig();
if (config.environment !== 'sandbox' || config.databaseUrl !== undefined) {
  process.stderr.write('db:reset is for the sandbox on the embedded database only.\n');
  process.exit(1);
}
try {
  // Starting the database locks the folder, which fails while a server is using it.
  const database = await openDatabase(config, pino({ level: 'silent' }));
  await database.stop();
  // The cluster may be in another place, behind a link, where the database's user can reach it.
  await rm(await realpath(join(config.dataDir, 'postgres')), { recursive: true, force: true });
  await rm(config.dataDir, { recursive: true, force: true });
  process.stdout.write(`Deleted ${config.dataDir}; the next start seeds a new sandbox.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
