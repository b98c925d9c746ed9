import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { here } from '../support/program.ts';
import { mutants } from './list.ts';
import { applied, type Patch } from './mutant.ts';

function mutated(patches: (typeof mutants)[number]['patches'], name: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const patch of patches) {
    const [file] = patch;
    texts.set(file, applied(patch, texts.get(file) ?? readFileSync(join(here, file), 'utf8'), name));
  }
  return texts;
}

describe('a mutant', () => {
  it.each(mutants)('$name: each of its patches fits the code exactly once', ({ name, patches }) => {
    for (const [file, text] of mutated(patches, name)) {
      expect(text).not.toBe(readFileSync(join(here, file), 'utf8'));
      const strip = (): string => (file.endsWith('.ts') ? stripTypeScriptTypes(text) : text);
      expect(strip).not.toThrow();
    }
  });

  it('has a unique name', () => {
    const names = mutants.map(({ name }) => name);
    expect(names.length).toBe(new Set(names).size);
  });
});

describe('a patch', () => {
  const file = 'server/src/some.ts';
  const patch: Patch = [file, 'a < b', 'a <= b'];

  it('that no longer fits reports its file and the missing text', () => {
    expect(() => applied(patch, 'if (b > a)', 'some-mutant')).toThrow(
      'the mutant some-mutant does not fit: in server/src/some.ts this no longer exists:\na < b',
    );
  });

  it('is refused if its text occurs twice', () => {
    expect(() => applied(patch, 'a < b && a < b', 'some-mutant')).toThrow('occurs 2 times');
  });

  it('is inserted literally, even if it contains replacement patterns such as $&', () => {
    expect(applied([file, 'a < b', '$& a <= b'], 'if (a < b)', 'some-mutant')).toBe('if ($& a <= b)');
  });
});
