import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { atEnd } from '../cleanup.ts';

/** A server without a database, in a process of its own that runs as Purser does. */
export async function startEmpty(
  kind: 'bare' | 'server',
  answer: string,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const script = fileURLToPath(new URL(`./${kind}.ts`, import.meta.url));
  const child = spawn(
    process.execPath,
    [
      '--no-allocation-site-pretenuring',
      '--min-semi-space-size=64',
      '--max-semi-space-size=64',
      script,
      answer,
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  );
  child.stderr.resume();
  const stop = atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  });
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return { port: Number(chunk.toString()), stop };
}
