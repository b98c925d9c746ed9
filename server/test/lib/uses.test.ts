import { describe, expect, it } from 'vitest';
import { createUses, type Use } from '../../src/lib/uses.ts';

describe('keys in use', () => {
  it('share what is kept of a key until its last use ends, and then begin anew', () => {
    const uses = createUses((key): Use & { held: number } => ({ key, count: 0, held: 0 }));
    const first = uses.begin('a');
    first.held = 7;
    expect(uses.begin('a')).toBe(first);
    expect(uses.begin('b')).toEqual({ key: 'b', count: 1, held: 0 });
    uses.end(first);
    expect(uses.begin('a')).toEqual({ key: 'a', count: 2, held: 7 });
    uses.end(first);
    uses.end(first);
    expect(uses.begin('a')).toEqual({ key: 'a', count: 1, held: 0 });
  });
});
