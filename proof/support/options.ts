import { Usage } from './run.ts';

/** Reads a whole number of 1 or more. Throws Usage. */
export function readCount(name: string, value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new Usage(`${name} must be a whole number of 1 or more`);
  return Number(value);
}

/**
 * Reads `--only NAME[=N],…`: returns the named faults, each with its own number of rounds or else `rounds`; all faults
 * where the option is absent. Throws Usage.
 */
export function chooseFaults<Fault extends { name: string }>(
  faults: readonly Fault[],
  only: string | undefined,
  rounds: number,
): Array<{ fault: Fault; rounds: number }> {
  if (only === undefined) return faults.map((fault) => ({ fault, rounds }));
  return only.split(',').map((each) => {
    const [name = '', own] = each.split('=');
    const fault = faults.find((known) => known.name === name);
    if (!fault) throw new Usage(`There is no fault ${name}; --help lists them.`);
    return { fault, rounds: own === undefined ? rounds : readCount(name, own) };
  });
}
