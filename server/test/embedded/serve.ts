// A minimal server: runs an embedded database in the folder given as its argument until it is signaled to
// stop.
import { pino } from 'pino';
import { StartRefused } from '../../src/db/embedded/refused.ts';
import { startEmbeddedDatabase } from '../../src/db/embedded/supervisor.ts';

const log = pino(pino.destination({ fd: 2, sync: true }));
try {
  const database = await startEmbeddedDatabase({ dataDir: process.argv[2] ?? '', log });
  process.once('SIGTERM', () => void database.stop());
  process.stdout.write(`${JSON.stringify(database.connection)}\n`);
} catch (error) {
  if (!(error instanceof StartRefused)) throw error;
  process.stderr.write(`refused: ${error.message}\n`);
  process.exitCode = 1;
}
