import type { Build, Mutant } from './mutant.ts';

/**
 * Returns two builds without a fault, one for one server and one for two. Each has the highest bound of the mutants
 * that run with that number of servers.
 */
export function unbroken(mutants: readonly Mutant[]): Build[] {
  const longest = (servers: number): number =>
    Math.max(...mutants.filter((mutant) => (mutant.servers ?? 1) === servers).map(({ bound }) => bound));
  const common = { fault: 'none: the build as it is', caughtBy: [], patches: [] };
  return [
    { ...common, name: 'unbroken', bound: longest(1) },
    { ...common, name: 'unbroken-two-servers', bound: longest(2), servers: 2 },
  ];
}
