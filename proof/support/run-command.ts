import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export type RunOptions = { cwd?: string; env?: Readonly<Record<string, string>> };

const execute = promisify(execFile);

/** Runs a command to its end and returns its output. Throws an error with its output if it fails. */
export async function run(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const env = { ...process.env, ...options.env };
  try {
    const { stdout } = await execute(command, args, { ...options, env, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout?: string; stderr?: string };
    if (code === 'ENOENT')
      throw new Error(`not shown: there is no ${command} on this machine`, { cause: error });
    const output = [stdout, stderr]
      .map((text) => text?.trim())
      .filter(Boolean)
      .join('\n');
    throw new Error(`${command} failed (${String(code)}):\n${output.slice(-40_000)}`, { cause: error });
  }
}

/** Runs a command to its end, prints what it says, and returns that and whether it succeeded. */
export async function runShown(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<{ succeeded: boolean; output: string }> {
  const outcome = await run(command, args, options).then(
    (output) => ({ succeeded: true, output }),
    (error: unknown) => ({
      succeeded: false,
      output: `${error instanceof Error ? error.message : String(error)}\n`,
    }),
  );
  process.stdout.write(outcome.output);
  return outcome;
}
