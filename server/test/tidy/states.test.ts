import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const rows = readFileSync(new URL('../../../docs/states.md', import.meta.url), 'utf8').split('\n');

/** Returns the rows of the tables of moves: from, to, when. */
function moves(): string[] {
  const found: string[] = [];
  for (const [index, row] of rows.entries()) {
    if (row !== '| From | To | When |') continue;
    for (let next = index + 2; rows[next]?.startsWith('|'); next += 1) found.push(rows[next] ?? '');
  }
  return found;
}

it('each move in docs/states.md is in the code today', () => {
  expect(moves().length).toBeGreaterThan(50);
  expect(moves().filter((move) => !/^\| [^|]+ \| [^|]+ \| \*\*today\*\*/.test(move))).toEqual([]);
});
