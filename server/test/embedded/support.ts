import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, type QueryResultRow } from 'pg';
import { afterAll, afterEach } from 'vitest';
import type { Connection } from '../../src/db/embedded/cluster.ts';
import { findProcesses, signalProcess } from '../../src/db/embedded/proc.ts';

const script = fileURLToPath(new URL('serve.ts', import.meta.url));
const patience_ms = 30_000;
const scratch = new Set<string>();

afterEach(async () => {
  for (const folder of scratch) {
    for (const pid of processesOn(folder)) signalProcess(pid, 'SIGKILL');
    await until('the scratch folder is left alone', () => processesOn(folder).length === 0);
  }
}, patience_ms);

afterAll(async () => {
  const removals = [...scratch].map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  await Promise.all(removals);
}, patience_ms);

/** An empty folder that any user may pass through; what runs on it is gone after the test, and it after all of them. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-test-'));
  await chmod(folder, 0o711);
  scratch.add(folder);
  return folder;
}

/** A server process of its own that has an embedded database. */
export type Served = {
  node: number;
  connection: Connection;
  /** The pid of PostgreSQL's first process. */
  postmaster: () => Promise<number>;
  /** Ends the server in the orderly way; becomes its exit status. */
  stop: () => Promise<number | null>;
};

/** Starts a server on the folder, and no more. */
export function spawnServer(dataDir: string, env: NodeJS.ProcessEnv = process.env) {
  return spawn(process.execPath, [script, dataDir], { env });
}

/** Starts a server on the folder and waits for its database; rejects with what it said when it does not come up. */
export async function serve(dataDir: string, env?: NodeJS.ProcessEnv): Promise<Served> {
  const child = spawnServer(dataDir, env);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const gone = once(child, 'close');
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), gone]);
  if (typeof line !== 'string') throw new Error(said);
  return {
    node: child.pid ?? 0,
    connection: JSON.parse(line),
    postmaster: async () =>
      Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]),
    stop: () => end(child, 'SIGTERM'),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
  return child.exitCode;
}

/** The pids of all processes that have the folder in their command: servers, guards, postmasters. */
export function processesOn(folder: string): number[] {
  return findProcesses((command) => command.some((word) => word.includes(folder)));
}

/** The pids of the shells that shut a database down when its server dies. */
export function guardsOn(folder: string): number[] {
  return findProcesses(
    ([program, ...args]) => program === '/bin/sh' && args.some((word) => word.includes(folder)),
  );
}

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

/** Tries until the test passes; what keeps failing for half a minute is taken to fail for ever. */
export async function until(what: string, passes: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + patience_ms;
  while (!(await passes())) {
    if (Date.now() > giveUpAt) throw new Error(`It never came about that ${what}`);
    await pause(20);
  }
}

/** Whether the database answers. */
export function responses(connection: Connection): Promise<boolean> {
  return query(connection, 'SELECT 1').then(
    () => true,
    () => false,
  );
}
