import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SandboxFile } from '../../server/src/start/sandbox-file.ts';
import { scratchFolder } from './scratch.ts';

/** The root of this checkout. */
export const here = fileURLToPath(new URL('../..', import.meta.url));

/** How to connect to a program's database: fields of pg's ClientConfig. */
export type Database = { host: string; port: number; user: string; database: string };

export type ProgramOptions = {
  /** The data folder (default: a new scratch folder). */
  folder?: string;
  settings?: Readonly<Record<string, string>>;
  /** The root of the checkout to run (default: this one). */
  code?: string;
  /** Run as a second server on the database of this program, under the same settings if `database` is given too. */
  beside?: Program;
  /** An external database to use instead of the embedded one. Needs PURSER_SECRET among the settings. */
  database?: Database;
};

/** How a program ended: its exit code, null where a signal killed it. */
export type Ended = { code: number | null; signal: NodeJS.Signals | null };

/** The real program, running and listening. */
export type Program = {
  baseUrl: string;
  port: number;
  pid: number;
  folder: string;
  connection: Database;
  sandbox: SandboxFile;
  /** Its output so far. */
  log: () => string;
  signal: (signal: NodeJS.Signals) => void;
  isRunning: () => boolean;
  ended: Promise<Ended>;
  /** Returns the pid of its PostgreSQL's postmaster. Throws where PostgreSQL is down. */
  postmaster: () => Promise<number>;
};

const children = new Set<ChildProcess>();
let isShuttingDown = false;

/** Starts the program as `npm start` does, with these settings and no others, and waits until it listens. */
export async function startProgram(options: ProgramOptions = {}): Promise<Program> {
  const { code = here, beside } = options;
  const folder = options.folder ?? (await scratchFolder());
  const { scripts } = await readJson<{ scripts: { start: string } }>(code, 'package.json');
  // A proof that restarts killed servers must not start another one while it is shutting down.
  if (isShuttingDown) throw new Error('the proof is shutting down');
  const child = spawn('sh', ['-c', scripts.start], {
    cwd: code,
    env: {
      PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
      HOME: process.env['HOME'] ?? '/',
      PORT: '0',
      PURSER_LOG_LEVEL: 'warn',
      PURSER_DATA_DIR: folder,
      ...(beside && !options.database && (await settingsBeside(beside))),
      ...(options.database && { DATABASE_URL: urlOf(options.database) }),
      ...options.settings,
    },
  });
  children.add(child);
  const ended = once(child, 'close').then((): Ended => {
    children.delete(child);
    return { code: child.exitCode, signal: child.signalCode };
  });
  const { baseUrl, log } = await untilListening(child, ended);
  const home = beside?.folder ?? folder;
  return {
    baseUrl,
    port: Number(new URL(baseUrl).port),
    pid: child.pid ?? 0,
    folder,
    connection: beside?.connection ?? options.database ?? (await readJson<Database>(folder, 'database.json')),
    sandbox: beside?.sandbox ?? (await readJson<SandboxFile>(folder, 'sandbox.json')),
    log,
    signal: (signal) => void child.kill(signal),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    ended,
    postmaster: async () =>
      Number((await readFile(join(home, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]),
  };
}

/** Stops a program gracefully and resolves when it has ended. */
export function stopProgram(program: Program, signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
  program.signal(signal);
  return program.ended;
}

/** Kills all programs that this process has started. Embedded databases go down with their servers. */
export function killPrograms(): void {
  isShuttingDown = true;
  for (const child of children) child.kill('SIGKILL');
}

/** Resolves when all of them have ended. */
export async function untilProgramsEnd(): Promise<void> {
  await Promise.all([...children].map((child) => once(child, 'close')));
}

/** Returns the settings of a second server, which shares the first one's database and secret. */
async function settingsBeside({ connection, folder }: Program): Promise<Record<string, string>> {
  const secret = (await readFile(join(folder, 'secret'), 'utf8')).trim();
  return { DATABASE_URL: urlOf(connection), PURSER_SECRET: secret };
}

/** Returns the URL of a database. */
export function urlOf({ host, port, user, database }: Database): string {
  const query = new URLSearchParams({ host, port: String(port), user });
  return `postgres:///${database}?${query.toString()}`;
}

const listening = /Purser is listening on (\S+)/;

async function untilListening(
  child: ChildProcess,
  ended: Promise<Ended>,
): Promise<{ baseUrl: string; log: () => string }> {
  const output: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const baseUrl = await new Promise<string | null>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output.push(chunk.toString());
      const found = listening.exec(output.join(''))?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => resolve(null));
  });
  if (baseUrl === null) throw new Error(`the program did not start: ${output.join('')}`);
  return { baseUrl, log: () => output.join('') };
}

async function readJson<T>(folder: string, name: string): Promise<T> {
  return JSON.parse(await readFile(join(folder, name), 'utf8')) as T;
}
