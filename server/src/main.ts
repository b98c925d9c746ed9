import type { Logger } from 'pino';
import { createApp } from './start/app.ts';
import { ConfigError, readConfig } from './config.ts';
import { hasCode } from './db/failures.ts';
import { StartRefused } from './db/embedded/refused.ts';
import { banner, isLocal } from './start/banner.ts';
import { createLog } from './start/logger.ts';
import { openDatabase } from './start/database.ts';
import { prepareDatabase } from './start/prepare.ts';
import { publishSandboxFile, sandboxFileOf } from './start/sandbox-file.ts';
import { openKeyring } from './start/secret.ts';

/** Starts the server, prints the banner, and stops the server gracefully on SIGINT and SIGTERM. */
async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const stops: Array<() => Promise<void>> = [];
  const stop = stopOnce(stops, log);
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    const database = await openDatabase(config, log);
    stops.unshift(database.stop);
    const keyring = await openKeyring(config);
    await prepareDatabase(config, database.connection);
    if (config.environment === 'prod' && database.embedded) {
      log.warn('prod on the embedded PostgreSQL: set DATABASE_URL to a database with backups');
    }
    const app = createApp(config, database.connection, keyring, log);
    stops.unshift(app.close);
    const baseUrl = await app.listen();
    const sandbox = await publishSandboxFile(config, app.db, keyring, baseUrl);
    const output = {
      isTerminal: process.stdout.isTTY,
      file: sandboxFileOf(config),
      isLocal: isLocal(config.host, baseUrl),
    };
    process.stdout.write(banner(baseUrl, config.environment, sandbox, output));
  } catch (error) {
    for (const stopPart of stops) await stopPart();
    throw error;
  }
}

/** Returns a signal handler that runs the stops, last started first, and ends the process. It runs only once. */
function stopOnce(stops: ReadonlyArray<() => Promise<void>>, log: Logger): () => void {
  let stopping = false;
  return () => {
    if (stopping) return;
    stopping = true;
    void (async () => {
      for (const stopPart of stops)
        await stopPart().catch((error: unknown) => log.error({ err: error }, 'stopping'));
      log.flush();
      process.exit(0);
    })();
  };
}

try {
  await main();
} catch (error) {
  const listenFault = hasCode(error, 'EADDRINUSE');
  const expected = error instanceof ConfigError || error instanceof StartRefused || listenFault;
  const text = listenFault
    ? 'The port is in use: set PORT to another, or to 0 for any free one.'
    : error instanceof Error && expected
      ? error.message
      : error instanceof Error
        ? error.stack
        : error;
  process.stderr.write(`${String(text)}\n`);
  process.exit(1);
}
