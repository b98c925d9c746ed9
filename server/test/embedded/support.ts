import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, type QueryResultRow } from 'pg';
import { afterAll, afterEach } from 'vitest';
import type { Connection } from '../../src/db/embedded/cluster.ts';
import { findProcesses, signalProcess } from '../../src/db/embedded/proc.ts';
import { postmasterOn, processesOn } from '../support/processes.ts';

const script = fileURLToPath(new URL('serve.ts', import.meta.url));
const timeout_ms = 30_000;
const scratch = new Set<string>();

afterEach(async () => {
  for (const folder of scratch) {
    for (const pid of processesOn(folder)) signalProcess(pid, 'SIGKILL');
    await untilDeserted(folder);
  }
}, timeout_ms);

afterAll(async () => {
  const removals = [...scratch].map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  await Promise.all(removals);
}, timeout_ms);

/**
 * Creates an empty folder that every user may enter. Its processes are killed after each test, and it is
 * deleted after all tests.
 */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-test-'));
  await chmod(folder, 0o711);
  scratch.add(folder);
  return folder;
}

/** A server process with an embedded database. */
export type Served = {
  node: number;
  connection: Connection;
  /** The pid of the postmaster. */
  postmaster: () => Promise<number>;
  /** Stops the server gracefully and resolves to its exit status. */
  stop: () => Promise<number | null>;
};

/** Spawns a server on the folder. */
export const spawnServer = (dataDir: string, env: NodeJS.ProcessEnv = process.env) =>
  spawn(process.execPath, [script, dataDir], { env });

/**
 * Starts a server on the folder and waits for its database; rejects with its standard error when it does not
 * start.
 */
export async function serve(dataDir: string, env?: NodeJS.ProcessEnv): Promise<Served> {
  const child = spawnServer(dataDir, env);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const gone = once(child, 'close');
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), gone]);
  if (typeof line !== 'string') throw new Error(errors);
  return {
    node: child.pid ?? 0,
    connection: JSON.parse(line),
    postmaster: () => postmasterOn(dataDir),
    stop: () => end(child, 'SIGTERM'),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
  return child.exitCode;
}

/** Waits until no process is left on the folder: a guard ends when it notices that its server has. */
export const untilDeserted = (folder: string): Promise<void> =>
  until('no process is left', () => processesOn(folder).length === 0);

/** Returns the pids of the shells that stop a database when its server dies. */
export const guardsOn = (folder: string): number[] =>
  findProcesses(([program, ...args]) => program === '/bin/sh' && args.some((word) => word.includes(folder)));

export async function query<Row extends QueryResultRow>(connection: Connection, sql: string): Promise<Row[]> {
  const client = new Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Retries until `passes` returns true; throws after half a minute. */
export async function until(what: string, passes: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + timeout_ms;
  while (!(await passes())) {
    if (Date.now() > giveUpAt) throw new Error(`Timed out waiting until ${what}`);
    await pause(20);
  }
}

/** Returns whether the database accepts queries. */
export const isReachable = (connection: Connection): Promise<boolean> =>
  query(connection, 'SELECT 1').then(
    () => true,
    () => false,
  );
