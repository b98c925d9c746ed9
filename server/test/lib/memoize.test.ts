import { describe, expect, it } from 'vitest';
import { memoizeObject } from '../../src/lib/memoize-object.ts';
import { memoizeRecent } from '../../src/lib/memoize-recent.ts';

describe('a function that is memoized for recent texts', () => {
  it('runs once for a text, and again for one of which later texts have taken the place', () => {
    const read: string[] = [];
    const upper = memoizeRecent(10, (text) => {
      read.push(text);
      return text.toUpperCase();
    });
    const texts = Array.from('abcdefghij');
    for (const text of [...texts, ...texts]) expect(upper(text)).toBe(text.toUpperCase());
    expect(read).toEqual(texts);
    expect([upper('k'), upper('k'), upper('j'), upper('a')]).toEqual(['K', 'K', 'J', 'A']);
    expect(read).toEqual([...texts, 'k', 'a']);
  });
});

describe('a function that is memoized for objects', () => {
  it('runs once for each object, whatever is in it', () => {
    const read: unknown[] = [];
    const size = memoizeObject((list: readonly string[]) => {
      read.push(list);
      return { size: list.length };
    });
    const lists = [['a'], ['a']];
    expect([...lists, ...lists].map((list) => size(list).size)).toEqual([1, 1, 1, 1]);
    expect(read).toEqual(lists);
  });
});
