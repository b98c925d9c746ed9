import { Client } from 'pg';
import { pino } from 'pino';
import { ConfigError, readConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { StartRefused } from '../db/embedded/refused.ts';
import { typeParsers } from '../db/pool.ts';
import type { Connection } from '../db/pool.ts';
import { joinDatabase } from '../start/database.ts';

/** A fault in how a command was called: its message is the usage. */
export class UsageError extends Error {}

type CommandContext = { config: Config; client: Client; connection: Connection };

/**
 * Runs a command beside the server: reads its arguments, then gives it the settings of the environment and a session
 * on the database, the running server's or one started for the purpose. Its number is the exit code: 0 fine, 1 not,
 * 2 called wrongly.
 */
export async function runCommand<Arguments>(
  readArguments: () => Arguments,
  command: (args: Arguments, context: CommandContext) => Promise<number>,
): Promise<void> {
  try {
    const args = readArguments();
    process.exitCode = await withDatabase((context) => command(args, context));
  } catch (error) {
    const expected = [UsageError, ConfigError, StartRefused].some((kind) => error instanceof kind);
    process.stderr.write(
      `${error instanceof Error ? (expected ? error.message : error.stack) : String(error)}\n`,
    );
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

/** For commands that take none. Throws UsageError where some were given. */
export function noArguments(): void {
  if (process.argv.length > 2)
    throw new UsageError('This command takes no arguments; settings come by environment.');
}

async function withDatabase(work: (context: CommandContext) => Promise<number>): Promise<number> {
  const config = readConfig();
  const database = await joinDatabase(config, pino({ level: 'warn' }, pino.destination(2)));
  const client = new Client({
    ...database.connection,
    types: typeParsers,
    application_name: 'purser command',
  });
  try {
    await client.connect();
    return await work({ config, client, connection: database.connection });
  } finally {
    await client.end();
    await database.stop();
  }
}
