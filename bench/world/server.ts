import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addCleanup } from '../cleanup.ts';

/** How to connect to the server's PostgreSQL: fields of pg's ClientConfig. */
export type Connection = { host: string; port: number; user: string; database: string };

/** The real program, running and ready. */
export type Server = {
  pid: number;
  port: number;
  connection: Connection;
  /** The pid of its PostgreSQL's postmaster. */
  postmaster: number;
  /** The time from its start until it reported that it is ready. */
  readyAfter_ms: number;
  stop: () => Promise<void>;
};

/** The root of this checkout. */
export const ownRoot = new URL('../../', import.meta.url);

/** Returns the command of `npm start`, as the checkout at this root has it. */
export async function startScript(root = ownRoot): Promise<string> {
  const { scripts } = await readJson<{ scripts: { start: string } }>(fileURLToPath(root), 'package.json');
  return scripts.start;
}

/** Starts the program as `npm start` does, with all other settings at their defaults. */
export async function startServer(
  dataDir: string,
  settings: Record<string, string> = {},
  root = ownRoot,
): Promise<Server> {
  const startedAt_ms = performance.now();
  const child = spawn('sh', ['-c', await startScript(root)], {
    cwd: root,
    env: {
      PATH: [
        fileURLToPath(new URL('node_modules/.bin', root)),
        dirname(process.execPath),
        process.env['PATH'] ?? '',
      ].join(delimiter),
      HOME: process.env['HOME'] ?? '/',
      PORT: '0',
      PURSER_DATA_DIR: dataDir,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // so that Ctrl-C reaches only the benchmark, which stops the server gracefully
  });
  const stop = addCleanup(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const port = await listeningPort(child);
  await untilReady(port);
  const readyAfter_ms = performance.now() - startedAt_ms;
  return {
    pid: child.pid ?? 0,
    port,
    connection: await readJson<Connection>(dataDir, 'database.json'),
    postmaster: Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]),
    readyAfter_ms,
    stop,
  };
}

/** Reads the port from the server's banner. Later output is read and discarded. */
function listeningPort({ stdout, stderr }: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    let errorOutput = '';
    stderr?.on('data', (chunk: Buffer) => (errorOutput = (errorOutput + chunk.toString()).slice(-4096)));
    stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    stdout?.on('end', () => reject(new Error(`the server did not start: ${errorOutput}`)));
  });
}

async function untilReady(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`);
  if (response.status !== 200) throw new Error(`the server started but is not ready: ${response.status}`);
}

async function readJson<T>(folder: string, name: string): Promise<T> {
  return JSON.parse(await readFile(join(folder, name), 'utf8')) as T;
}
