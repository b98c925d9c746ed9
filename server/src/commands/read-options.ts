import { parseArgs } from 'node:util';
import { UsageError } from './run.ts';

/** Returns options of a command, each with a value. Throws UsageError for any other argument, and for `--help`. */
export function readOptions<N extends string>(
  args: readonly string[],
  names: readonly N[],
  usage: string,
): Partial<Record<N, string>> {
  if (args.includes('--help')) throw new UsageError(usage);
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
    return parseArgs({ args: [...args], options }).values as Partial<Record<N, string>>;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : ''}\n\n${usage}`);
  }
}

/** Throws UsageError with the rules that do not hold, and the usage. */
export function requireRules(
  rules: ReadonlyArray<readonly [holds: boolean, rule: string]>,
  usage: string,
): void {
  const broken = rules.flatMap(([holds, rule]) => (holds ? [] : [rule]));
  if (broken.length > 0) throw new UsageError(`${broken.join('\n')}\n\n${usage}`);
}
