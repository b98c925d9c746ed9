import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { Connection } from '../../src/db/pool.ts';
import type { SandboxFile } from '../../src/start/sandbox-file.ts';
import { postmasterOn } from '../support/processes.ts';

const script = fileURLToPath(new URL('../../start.js', import.meta.url));
const lastLine = 'Ctrl-C.\n';

const children = new Set<ChildProcess>();

// Kills the programs that a failed test left running.
afterAll(() => children.forEach((child) => child.kill('SIGKILL')));

/** The result of a program: its exit code, null after a signal, and all of its output. */
export type Ended = { code: number | null; stdout: string; stderr: string };

/** The real program, up and serving. */
export type Program = {
  pid: number;
  baseUrl: string;
  /** Its standard output so far. */
  banner: string;
  parties: SandboxFile['parties'];
  connection: Connection;
  postmaster: () => Promise<number>;
  signal: (signal: NodeJS.Signals) => void;
  isRunning: () => boolean;
  ended: Promise<Ended>;
};

/** Spawns the program with only these settings in its environment. */
export function spawnProgram(settings: Record<string, string>) {
  const { PATH = '', HOME = '/' } = process.env;
  const child = spawn(process.execPath, [script], { env: { PATH, HOME, ...settings } });
  children.add(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  const ended = once(child, 'close').then((): Ended => {
    children.delete(child);
    return { code: child.exitCode, ...output };
  });
  return { child, output, ended };
}

/** Runs a program that is expected to fail at start. */
export const runProgram = (settings: Record<string, string>): Promise<Ended> => spawnProgram(settings).ended;

/** Starts the program on a data folder and a free port, and waits until it reports that it is up. */
export async function startProgram(dataDir: string, settings: Record<string, string> = {}): Promise<Program> {
  const { child, output, ended } = spawnProgram({
    PORT: '0',
    PURSER_LOG_LEVEL: 'warn',
    PURSER_DATA_DIR: dataDir,
    ...settings,
  });
  const isUp = new Promise<boolean>((resolve) => {
    child.stdout.on('data', () => output.stdout.endsWith(lastLine) && resolve(true));
    void ended.then(() => resolve(false));
  });
  if (!(await isUp)) throw new Error(`the program did not come up: ${output.stderr}`);
  const { baseUrl, parties } = await readSandbox(dataDir);
  return {
    pid: child.pid ?? 0,
    baseUrl,
    banner: output.stdout,
    parties,
    connection: await readJson<Connection>(dataDir, 'database.json'),
    postmaster: () => postmasterOn(dataDir),
    signal: (signal) => void child.kill(signal),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    ended,
  };
}

export const readSandbox = (dataDir: string): Promise<SandboxFile> => readJson(dataDir, 'sandbox.json');

const readJson = async <T>(dataDir: string, name: string): Promise<T> =>
  JSON.parse(await readFile(join(dataDir, name), 'utf8')) as T;

/** Stops a program with a signal that shuts it down gracefully. */
export function stopProgram(program: Program, signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
  program.signal(signal);
  return program.ended;
}
