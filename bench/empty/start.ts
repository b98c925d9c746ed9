import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { atEnd } from '../cleanup.ts';
import { startScript } from '../world/server.ts';

/** A server without a database, in a process of its own that runs as Purser does. */
export async function startEmpty(
  kind: 'bare' | 'server',
  answer: string,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const script = fileURLToPath(new URL(`./${kind}.ts`, import.meta.url));
  const child = spawn(process.execPath, [...(await startFlags()), script, answer], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  child.stderr.resume();
  const stop = atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  });
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return { port: Number(chunk.toString()), stop };
}

/** What `npm start` tells Node. */
async function startFlags(): Promise<string[]> {
  return (await startScript()).split(' ').filter((word) => word.startsWith('--'));
}
