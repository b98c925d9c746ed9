import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SandboxFile } from '../../server/src/start/sandbox-file.ts';
import { scratchFolder } from './scratch.ts';

/** This checkout. */
export const here = fileURLToPath(new URL('../..', import.meta.url));

/** How to reach the database of a program, as pg takes it. */
export type Database = { host: string; port: number; user: string; database: string };

export type ProgramOptions = {
  /** Its data folder: a scratch folder unless said. */
  folder?: string;
  settings?: Readonly<Record<string, string>>;
  /** The root of the checkout to run: this one unless said. */
  code?: string;
  /** Run a second server on the database of this one. */
  beside?: Program;
  /** Where its database is, unless it is to run one itself. Needs PURSER_SECRET among the settings. */
  database?: Database;
};

/** How a program ended: its exit code, null where a signal ended it. */
export type Ended = { code: number | null; signal: NodeJS.Signals | null };

/** The real program, up and serving. */
export type Program = {
  baseUrl: string;
  port: number;
  pid: number;
  folder: string;
  connection: Database;
  sandbox: SandboxFile;
  /** What it has written so far, its banner left out (that one shows a key on purpose). */
  log: () => string;
  signal: (signal: NodeJS.Signals) => void;
  isRunning: () => boolean;
  ended: Promise<Ended>;
  /** The pid of its PostgreSQL. Throws where that is down. */
  postmaster: () => Promise<number>;
};

const children = new Set<ChildProcess>();
let isOver = false;

/** Starts the program as `npm start` does, with these settings and no others, and waits until it listens. */
export async function startProgram(options: ProgramOptions = {}): Promise<Program> {
  const { code = here, beside } = options;
  const folder = options.folder ?? (await scratchFolder());
  const { scripts } = await readJson<{ scripts: { start: string } }>(code, 'package.json');
  // A proof that starts a server again whenever it is gone must not do so while it is being ended itself.
  if (isOver) throw new Error('the proof is over');
  const child = spawn('sh', ['-c', scripts.start], {
    cwd: code,
    env: {
      PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
      HOME: process.env['HOME'] ?? '/',
      PORT: '0',
      PURSER_LOG_LEVEL: 'warn',
      PURSER_DATA_DIR: folder,
      ...(beside && (await settingsBeside(beside))),
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

/** Ends a program in the orderly way. */
export function stopProgram(program: Program, signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
  program.signal(signal);
  return program.ended;
}

/** Kills whatever this process has started and that still runs. Embedded databases go down with their servers. */
export function killPrograms(): void {
  isOver = true;
  for (const child of children) child.kill('SIGKILL');
}

/** Resolves when none of them runs any more. */
export async function untilProgramsEnd(): Promise<void> {
  await Promise.all([...children].map((child) => once(child, 'close')));
}

/** A second server has the first one's database and secret. */
async function settingsBeside({ connection, folder }: Program): Promise<Record<string, string>> {
  const secret = (await readFile(join(folder, 'secret'), 'utf8')).trim();
  return { DATABASE_URL: urlOf(connection), PURSER_SECRET: secret };
}

function urlOf({ host, port, user, database }: Database): string {
  const query = new URLSearchParams({ host, port: String(port), user });
  return `postgres:///${database}?${query.toString()}`;
}

const listening = /Purser is listening on (\S+)/;

async function untilListening(
  child: ChildProcess,
  ended: Promise<Ended>,
): Promise<{ baseUrl: string; log: () => string }> {
  let banner = '';
  const said: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const baseUrl = await new Promise<string | null>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (listening.test(banner)) return said.push(chunk.toString());
      banner += chunk.toString();
      const found = listening.exec(banner)?.[1];
      return found === undefined ? null : resolve(found);
    });
    void ended.then(() => resolve(null));
  });
  if (baseUrl === null) throw new Error(`the program did not come up: ${said.join('')}`);
  return { baseUrl, log: () => said.join('') };
}

async function readJson<T>(folder: string, name: string): Promise<T> {
  return JSON.parse(await readFile(join(folder, name), 'utf8')) as T;
}
