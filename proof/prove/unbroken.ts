import { type Build, type Mutant, seenIn } from './mutant.ts';

/**
 * Returns builds without a fault: one for one server and one for two, each with the highest bound of the mutants that
 * run with that number of servers, one beside a hostile party, one whose payments models make, one for a database whose
 * commits wait for a standby, and one for the named tests.
 */
export function unbroken(mutants: readonly Mutant[]): Build[] {
  const hammered = mutants.filter(({ standby, tests }) => !standby && !tests);
  const longest = (servers: number): number =>
    Math.max(...hammered.filter((mutant) => (mutant.servers ?? 1) === servers).map(({ bound }) => bound));
  const named = new Set(mutants.flatMap(({ tests = [] }) => tests));
  const common = { fault: 'none: the build as it is', caughtBy: [], patches: [] };
  return [
    { ...common, name: 'unbroken', bound: longest(1) },
    { ...common, name: 'unbroken-two-servers', bound: longest(2), servers: 2 },
    { ...common, name: 'unbroken-beside-hostile', bound: 600, profile: 'hostile' },
    { ...common, name: 'unbroken-by-tools', bound: 1_500, profile: 'tools' },
    { ...common, name: 'unbroken-without-standby', bound: 6, standby: true },
    { ...common, name: 'unbroken-in-tests', ...seenIn(...named) },
  ];
}
