import type { Build, Mutant } from './mutant.ts';

/**
 * Returns builds without a fault: one for one server and one for two, each with the highest bound of the mutants that
 * run with that number of servers, one beside a hostile party, and one for a database whose commits wait for a standby.
 */
export function unbroken(mutants: readonly Mutant[]): Build[] {
  const hammered = mutants.filter(({ standby }) => !standby);
  const longest = (servers: number): number =>
    Math.max(...hammered.filter((mutant) => (mutant.servers ?? 1) === servers).map(({ bound }) => bound));
  const common = { fault: 'none: the build as it is', caughtBy: [], patches: [] };
  return [
    { ...common, name: 'unbroken', bound: longest(1) },
    { ...common, name: 'unbroken-two-servers', bound: longest(2), servers: 2 },
    { ...common, name: 'unbroken-beside-hostile', bound: 600, profile: 'hostile' },
    { ...common, name: 'unbroken-without-standby', bound: 6, standby: true },
  ];
}
