import { runCleanups } from './cleanup.ts';
import { killPrograms, untilProgramsEnd } from './program.ts';
import { report, type Row } from './report.ts';
import { removeScratch } from './scratch.ts';

/** Invalid command-line arguments. The message is one line that says what is wrong. */
export class Usage extends Error {}

/**
 * Runs a proof and exits with the code it returns, or with 2 and one line where its arguments are invalid. In every
 * case, also on Ctrl-C, it ends all programs that the proof started and removes all scratch folders.
 */
export async function runProof(proof: () => Promise<number>): Promise<void> {
  let interrupted = false;
  const interrupt = (): void => {
    if (interrupted) return;
    interrupted = true;
    process.stdout.write = () => true; // an interrupted proof has nothing to report
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

/**
 * Runs a proof that takes no option but `--help`: prints the rows that it returns, and exits with 1 if one does not hold.
 * Otherwise as `runProof`.
 */
export function runWithoutOptions(help: string, rowsOf: () => Promise<Row[]>): Promise<void> {
  return runProof(async () => {
    const [option, ...others] = process.argv.slice(2);
    if (option === '--help') {
      process.stdout.write(`${help}\n`);
      return 0;
    }
    if (option !== undefined) throw new Usage(`unknown option: ${[option, ...others].join(' ')}`);
    const rows = await rowsOf();
    await report(rows, undefined, {});
    return rows.every(({ holds }) => holds) ? 0 : 1;
  });
}

async function cleanUp(): Promise<void> {
  killPrograms();
  await untilProgramsEnd();
  await runCleanups();
  await removeScratch();
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
