import { runEndings } from './endings.ts';
import { killPrograms, untilProgramsEnd } from './program.ts';
import { removeScratch } from './scratch.ts';

/** A fault in how a program was called: its message is the one line that says so. */
export class Usage extends Error {}

/**
 * Runs a proof to its end: its number is the exit code. Whatever happens, Ctrl-C included, nothing that it started goes
 * on and no scratch folder stays. Called wrongly: one line, and 2.
 */
export async function runProof(proof: () => Promise<number>): Promise<void> {
  let interrupted = false;
  const interrupt = (): void => {
    if (interrupted) return;
    interrupted = true;
    process.stdout.write = () => true; // what is broken off has nothing to report
    void cleanUp().finally(() => process.exit(130));
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  try {
    process.exitCode = await proof();
  } catch (error) {
    process.stderr.write(`${error instanceof Usage ? error.message : describe(error)}\n`);
    process.exitCode = error instanceof Usage ? 2 : 1;
  } finally {
    if (!interrupted) await cleanUp();
  }
}

async function cleanUp(): Promise<void> {
  killPrograms();
  await untilProgramsEnd();
  await runEndings();
  await removeScratch();
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
