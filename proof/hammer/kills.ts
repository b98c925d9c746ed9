import { setTimeout as pause } from 'node:timers/promises';
import { startProgram } from '../support/program.ts';
import { randomOf } from './random.ts';
import type { Run } from './run.ts';

const shortest_ms = 700;
const longest_ms = 2_500;

/** Kills a server with SIGKILL at random intervals and restarts it on the same port. Its database goes down with it. */
export function startKilling(run: Run, code: string): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const random = randomOf('kills', run.seed, run.killed);
  const { programs, settings } = run.world;
  const victim = programs.length - 1; // of two servers the second, so that the first one's database stays up
  const killing = (async () => {
    while (!stopping.signal.aborted) {
      await pause(random.between(shortest_ms, longest_ms), null, { signal: stopping.signal }).catch(
        () => null,
      );
      const program = programs[victim];
      if (stopping.signal.aborted || !program) return;
      program.signal('SIGKILL');
      await program.ended;
      run.killed += 1;
      const { folder, port } = program;
      const beside = victim === 0 ? {} : { beside: programs[0] as typeof program };
      const again = { code, folder, settings: { ...settings, PORT: String(port) }, ...beside };
      programs[victim] = await startProgram(again);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await killing;
    },
  };
}
