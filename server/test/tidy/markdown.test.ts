import { expect, it } from 'vitest';
import { documents, read } from './files.ts';

const longest = 120;
const generated = 'bench/results.md';

/** Returns the long lines of a document that could be wrapped: they have a space, and are in no code block or table. */
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

/** Returns whether the line has a space outside inline code, after its indentation and list marker. */
function canBeBroken(line: string): boolean {
  const text = line.replace(/^\s*(?:[-*>]|\d+\.)?\s*/, '').replaceAll(/`[^`]*`/g, 'code');
  return /\S\s+\S/.test(text);
}

it('a line of Markdown has at most 120 characters', () => {
  const all = documents().filter((document) => document !== generated);
  expect(all.length).toBeGreaterThan(10);
  expect(all.flatMap(longLines)).toEqual([]);
});
