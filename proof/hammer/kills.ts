import { setTimeout as pause } from 'node:timers/promises';
import { startProgram } from '../support/program.ts';
import { randomOf } from './random.ts';
import type { Killed } from './profiles.ts';
import type { Run } from './run.ts';

const shortest_ms = 700;
const longest_ms = 2_500;

/** Returns what the kills of a run take down. */
export function killedIn({ kills, world }: Run): Killed {
  if (!kills) return 'none';
  return world.programs.length > 1 ? 'server' : 'database';
}

/** Kills a server with SIGKILL, and restarts it on the same port: of two the second one, as the database is the first one's. */
export async function killOnce(run: Run, code: string): Promise<void> {
  const { programs, settings } = run.world;
  const victim = programs.length - 1;
  const program = programs[victim];
  if (!program) return;
  program.signal('SIGKILL');
  await program.ended;
  run.killed += 1;
  const { folder, port } = program;
  const beside = victim === 0 ? {} : { beside: programs[0] as typeof program };
  programs[victim] = await startProgram({
    code,
    folder,
    settings: { ...settings, PORT: String(port) },
    ...beside,
  });
}

/** Kills a server with SIGKILL at random intervals. */
export function startKilling(run: Run, code: string): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const random = randomOf('kills', run.seed, run.killed);
  const killing = (async () => {
    while (!stopping.signal.aborted) {
      await pause(random.between(shortest_ms, longest_ms), null, { signal: stopping.signal }).catch(
        () => null,
      );
      if (stopping.signal.aborted) return;
      await killOnce(run, code);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await killing;
    },
  };
}
