import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { here } from '../support/program.ts';
import { removeScratch } from '../support/scratch.ts';
import { copyServer, patchFiles } from './build.ts';
import { mutants } from './list.ts';
import type { Mutant } from './mutant.ts';

/**
 * Mutants of which no two change the same file. One type check tries all of a group: a check for each would take an hour,
 * and the file that a message names still says whose fault it is.
 */
type Group = { files: Set<string>; mutants: Mutant[] };

function groupsOf(all: readonly Mutant[]): Group[] {
  const groups: Group[] = [];
  for (const mutant of all) {
    const files = mutant.patches.map(([file]) => file);
    let group = groups.find((each) => files.every((file) => !each.files.has(file)));
    if (!group) groups.push((group = { files: new Set(), mutants: [] }));
    for (const file of files) group.files.add(file);
    group.mutants.push(mutant);
  }
  return groups;
}

describe('broken builds have the right types, or their server would not start', () => {
  const groups = groupsOf(mutants);
  let root = '';
  beforeAll(async () => {
    root = await copyServer();
  });
  afterAll(removeScratch);

  it.each(groups.map((group, index) => ({ group, number: index + 1 })))(
    'in group $number',
    async ({ group }) => {
      for (const mutant of group.mutants) await patchFiles(root, mutant);
      const said = await typeErrorsIn(root);
      for (const file of group.files) await writeFile(join(root, file), await readFile(join(here, file)));
      expect(namesIn(group, said)).toEqual([]);
      expect(said).toBe('');
    },
  );
});

/** Returns the names of the mutants whose files these messages are about, with the messages. */
function namesIn({ mutants: grouped }: Group, said: string): string[] {
  const lines = said.split('\n');
  return grouped.flatMap(({ name, patches }) => {
    const found = lines.filter((line) => patches.some(([file]) => line.startsWith(`${file}(`)));
    return found.length === 0 ? [] : [`${name}: ${found.join('; ')}`];
  });
}

/** Returns what the type check says about a copy; '' if it finds nothing. What is not used is no error there. */
async function typeErrorsIn(root: string): Promise<string> {
  const lenient = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];
  // What the check before has found of files that are still the same need not be found again.
  const incremental = ['--incremental', '--tsBuildInfoFile', join(root, 'types.json')];
  const tsc = join(here, 'node_modules/typescript/bin/tsc');
  const values = [tsc, '--noEmit', '-p', root, ...lenient, ...incremental];
  try {
    await promisify(execFile)(process.execPath, values, { cwd: root });
    return '';
  } catch (error) {
    return (error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)).trimEnd();
  }
}
