import type { Client } from 'pg';
import { pino } from 'pino';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { StartRefused } from '../db/embedded/refused.ts';
import { SessionRefused } from '../db/failures.ts';
import { isMigrated } from '../db/migrate.ts';
import type { Connection } from '../db/pool.ts';
import { joinDatabase } from '../start/database.ts';
import { openSession, prepareDatabase } from '../start/prepare.ts';
import { currentTime } from '../db/clock.ts';
import { PurserError } from '../errors.ts';

/** Invalid arguments of a command. The message says what is wrong, or is the usage. */
export class UsageError extends Error {}

type CommandContext = { config: Config; client: Client; connection: Connection };

/** Somebody asked how a command is used. The message is the usage: it is printed, and nothing is done. */
export class HelpAsked extends Error {}

/** What a command does with the books, at the time of the service's clock. Returns the exit code. */
export type Command = (context: CommandContext & { now: Date }) => Promise<number>;

/** Runs a command on a database whose schema is brought up to date first. */
export async function runPrepared(command: Command, context: CommandContext): Promise<number> {
  await prepareDatabase(context.config, context.connection);
  return command({ ...context, now: await currentTime(context.client) });
}

/**
 * Runs a command: reads its arguments, then calls it with the configuration and a database session. It uses the
 * database of the running server, or starts one. Returns the exit code: the command's result (0 success, 1 failure), or 2
 * for invalid arguments. Whoever asks for help gets it on standard output, with 0. The settings are the environment's
 * unless others are given.
 */
export async function runCommand<Arguments>(
  readArguments: () => Arguments,
  command: (args: Arguments, context: CommandContext) => Promise<number>,
  settings?: Readonly<Record<string, string>>,
): Promise<number> {
  try {
    const args = readArguments();
    return await withDatabase(readConfig(settings), (context) => command(args, context));
  } catch (error) {
    if (error instanceof HelpAsked) {
      process.stdout.write(`${error.message}\n`);
      return 0;
    }
    const expected = [UsageError, ConfigError, StartRefused, SessionRefused].some(
      (kind) => error instanceof kind,
    );
    process.stderr.write(
      `${error instanceof Error ? (expected ? error.message : error.stack) : String(error)}\n`,
    );
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Reads the arguments of a command that takes none. Throws UsageError where there are any. */
export function noArguments(): void {
  if (process.argv.length > 2)
    throw new UsageError('This command takes no arguments; set environment variables to configure it.');
}

async function withDatabase(
  config: Config,
  work: (context: CommandContext) => Promise<number>,
): Promise<number> {
  const database = await joinDatabase(config, pino({ level: 'warn' }, pino.destination(2)));
  const { connection } = database;
  try {
    const client = await openSession(connection, config.database, 'purser command');
    try {
      return await work({ config, client, connection });
    } finally {
      await client.end();
    }
  } finally {
    await database.stop();
  }
}

/**
 * Throws UsageError if no server has ever started on the database. It is most likely a wrong one, of another folder: that
 * it has no orders would be true of it, and wrong all the same.
 */
export async function requireBooks(client: Client): Promise<void> {
  if (await isMigrated(client)) return;
  throw new UsageError(
    'This database has no books yet: start Purser on it first, or correct PURSER_DATA_DIR or DATABASE_URL.',
  );
}

/**
 * Does a work, and says what was refused as a fault of the arguments, which it is: UsageError. What failed for another
 * reason, such as a lock that was not free in time, is thrown as it is.
 */
export async function asUsage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PurserError) || error.status >= 500) throw error;
    throw new UsageError(error.faults[0].detail);
  }
}
