import type { ProfileName } from '../hammer/profiles.ts';
import type { Guarantee } from '../hammer/violation.ts';

/** A replacement in one file, by its path from the root of the checkout. `find` must occur in it exactly once. */
export type Patch = readonly [file: string, find: string, replace: string];

/** A build on which the hammer looks for faults, or for a few `standby.ts` or named tests. */
export type Build = {
  name: string;
  /** A sentence that describes the fault. */
  fault: string;
  /** The hammer must find one of these promises broken; if the list is empty, it must find no violation. */
  caughtBy: readonly Guarantee[];
  patches: readonly Patch[];
  /** The number of operations within which the fault must be found. */
  bound: number;
  /** Set if the fault shows only when two servers share the database. */
  servers?: 2;
  /** The hammer's profile, if operations of `mixed` hide the fault, or reach it too seldom for its bound. */
  profile?: ProfileName;
  /** Set if the fault shows only when a server is killed now and then. */
  kills?: true;
  /** Set if the fault shows only where commits wait for a standby: `standby.ts` looks for it, not the hammer. */
  standby?: true;
  /** Test files of the project `server` that look for the fault, not the hammer: where no client of it can see the fault. */
  tests?: readonly string[];
};

/** A build that these test files must find: one run of them is one operation. */
export function seenIn(...tests: readonly string[]): Pick<Build, 'tests' | 'bound'> {
  return { tests, bound: 1 };
}

/** A build that is broken on purpose, with the promises that it breaks. */
export type Mutant = Build & { caughtBy: readonly [Guarantee, ...Guarantee[]] };

/** Returns the text of a file with the patch applied. Throws if `find` does not occur in it exactly once. */
export function applied([file, find, replace]: Patch, text: string, mutant: string): string {
  const parts = text.split(find);
  if (parts.length !== 2) {
    const where = parts.length === 1 ? 'no longer exists' : `occurs ${parts.length - 1} times`;
    throw new Error(`the mutant ${mutant} does not fit: in ${file} this ${where}:\n${find}`);
  }
  return parts.join(replace);
}
