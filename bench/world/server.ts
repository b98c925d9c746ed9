import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atEnd } from '../cleanup.ts';

/** How to reach the server's PostgreSQL, as pg takes it. */
export type Connection = { host: string; port: number; user: string; database: string };

/** The real program, up and serving. */
export type Server = {
  pid: number;
  port: number;
  connection: Connection;
  /** The pid of its PostgreSQL. */
  postmaster: number;
  /** From its start to its first answer that it is ready. */
  readyAfter_ms: number;
  stop: () => Promise<void>;
};

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What `npm start` runs. */
export async function startScript(): Promise<string> {
  const { scripts } = await readJson<{ scripts: { start: string } }>(root, 'package.json');
  return scripts.start;
}

/** Starts the program as `npm start` does, every setting at its default but those given here. */
export async function startServer(dataDir: string, settings: Record<string, string> = {}): Promise<Server> {
  const startedAt_ms = performance.now();
  const child = spawn('sh', ['-c', await startScript()], {
    cwd: root,
    env: {
      PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
      HOME: process.env['HOME'] ?? '/',
      PORT: '0',
      PURSER_DATA_DIR: dataDir,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // Ctrl-C is for us, who then stop it in the orderly way
  });
  const stop = atEnd(async () => {
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

/** The port that it says it listens on. What it says later is read and forgotten. */
function listeningPort({ stdout, stderr }: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = '';
    let complaint = '';
    stderr?.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-4096)));
    stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    stdout?.on('end', () => reject(new Error(`the server did not start: ${complaint}`)));
  });
}

async function untilReady(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`);
  if (response.status !== 200) throw new Error(`the server started but is not ready: ${response.status}`);
}

async function readJson<T>(folder: string, name: string): Promise<T> {
  return JSON.parse(await readFile(join(folder, name), 'utf8')) as T;
}
