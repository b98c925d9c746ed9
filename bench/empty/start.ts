import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { addCleanup } from '../cleanup.ts';
import { startScript } from '../world/server.ts';

/** Starts a server without a database, in a process of its own with the same Node flags as Purser. */
export async function startEmpty(
  kind: 'bare' | 'server',
  body: string,
): Promise<{ pid: number; port: number; stop: () => Promise<void> }> {
  const script = fileURLToPath(new URL(`./${kind}.ts`, import.meta.url));
  const child = spawn(process.execPath, [...(await startFlags()), script, body], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  child.stderr.resume();
  const stop = addCleanup(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  });
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return { pid: child.pid ?? 0, port: Number(chunk.toString()), stop };
}

/** Returns the Node flags of `npm start`. */
async function startFlags(): Promise<string[]> {
  return (await startScript()).split(' ').filter((word) => word.startsWith('--'));
}
