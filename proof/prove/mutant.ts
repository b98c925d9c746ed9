import type { Guarantee } from '../hammer/violation.ts';
import { migrations, schema } from './schema.ts';

/** A change of one place in one file. `find` must occur there exactly once. */
export type Patch = {
  /** From the root of the checkout. For SQL this is `schema`, never a migration. */
  file: string;
  find: string;
  replace: string;
};

/** A build that the hammer is run on. */
export type Build = {
  name: string;
  /** What is wrong with it. */
  fault: string;
  /** The promises of which the hammer must find one broken. None: it must find nothing. */
  caughtBy: readonly Guarantee[];
  patches: readonly Patch[];
  /** Within how many operations it has to be found. */
  bound: number;
  /** How many servers share the database, if the fault shows only with more than one. */
  servers?: 2;
};

/** A build that is broken on purpose. */
export type Mutant = Build & { caughtBy: readonly [Guarantee, ...Guarantee[]] };

/** Returns the text of a file with a patch in it. Throws if the patch does not fit exactly once. */
export function applied({ file, find, replace }: Patch, text: string, mutant: string): string {
  if (file.startsWith(migrations)) {
    const why = 'a later migration may replace what this one defines';
    throw new Error(`the mutant ${mutant} patches ${file}: ${why}; patch ${schema} instead`);
  }
  const parts = text.split(find);
  if (parts.length !== 2) {
    const where = parts.length === 1 ? 'no longer exists' : `occurs ${parts.length - 1} times`;
    throw new Error(`the mutant ${mutant} does not fit: in ${file} this ${where}:\n${find}`);
  }
  return parts.join(replace);
}
