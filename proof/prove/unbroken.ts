import type { Mutant } from './mutant.ts';

/**
 * The build without a fault, with one server and with two, each for as long as on the build whose fault may be found
 * last.
 */
export function unbroken(mutants: readonly Mutant[]): Mutant[] {
  const longest = (servers: number): number =>
    Math.max(...mutants.filter((mutant) => (mutant.servers ?? 1) === servers).map(({ bound }) => bound));
  const common = { fault: 'none: the build as it is', promise: 'all', patches: [] };
  return [
    { ...common, name: 'unbroken', bound: longest(1) },
    { ...common, name: 'unbroken-two-servers', bound: longest(2), servers: 2 },
  ];
}
