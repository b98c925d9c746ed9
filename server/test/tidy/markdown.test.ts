import { expect, it } from 'vitest';
import { documents, read } from './files.ts';

const longest = 120;
const generated = 'bench/results.md';

/** The lines of a document that could be shorter: outside of code blocks and tables, with a blank to break them at. */
function longLines(document: string): string[] {
  let inCode = false;
  return read(document)
    .split('\n')
    .flatMap((line, index) => {
      if (/^\s*```/.test(line)) inCode = !inCode;
      const isShort = Array.from(line).length <= longest;
      if (isShort || inCode || /^\s*\|/.test(line) || !canBeBroken(line)) return [];
      return [`${document}:${index + 1} has ${Array.from(line).length}`];
    });
}

/** Is there a blank in it, beside those of its beginning and of code? */
function canBeBroken(line: string): boolean {
  const text = line.replace(/^\s*(?:[-*>]|\d+\.)?\s*/, '').replaceAll(/`[^`]*`/g, 'code');
  return /\S\s+\S/.test(text);
}

it('a line of Markdown has at most 120 characters', () => {
  const all = documents().filter((document) => document !== generated);
  expect(all.length).toBeGreaterThan(10);
  expect(all.flatMap(longLines)).toEqual([]);
});
