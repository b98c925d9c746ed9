/** A change of one place in one file. `find` has to be there exactly once. */
export type Patch = {
  /** From the root of the checkout. */
  file: string;
  find: string;
  replace: string;
};

/** A build that is broken on purpose, and how the hammer finds it. */
export type Mutant = {
  name: string;
  /** What is wrong with it. */
  fault: string;
  /** What it breaks, by its name in the guarantees. */
  promise: string;
  patches: readonly Patch[];
  /** Within how many operations it has to be found. */
  bound: number;
  /** How many servers share the database, where it takes more than one for the fault to show. */
  servers?: 2;
};

/** Puts a patch into the text of its file. Throws where it does not fit there exactly once. */
export function applied({ file, find, replace }: Patch, text: string, mutant: string): string {
  const parts = text.split(find);
  if (parts.length !== 2) {
    const where = parts.length === 1 ? 'is not there any more' : `is there ${parts.length - 1} times`;
    throw new Error(`the mutant ${mutant} does not fit: in ${file} this ${where}:\n${find}`);
  }
  return parts.join(replace);
}
