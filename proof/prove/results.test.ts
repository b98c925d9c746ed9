import { describe, expect, it } from 'vitest';
import type { Guarantee } from '../hammer/violation.ts';
import { lineOf, type Result, rowOf } from './results.ts';

function result(caughtBy: readonly Guarantee[], ...found: ReadonlyArray<Guarantee | null>): Result {
  const rounds = found.map((promise, index) => {
    const violation = promise && { promise, text: 'what was found', afterOperations: 70 + index };
    return { operations: 100, seed: 1, took_s: 2, violation };
  });
  return { name: 'some-build', fault: 'a fault', caughtBy, bound: 100, servers: 1, rounds, error: null };
}

describe('the result of a mutant', () => {
  it('holds if every run catches the mutant by one of its promises', () => {
    expect(rowOf(result(['G2', 'G4'], 'G4', 'G2'))).toEqual({
      promise: 'G2 or G4 some-build',
      asked: 'found in 100',
      measured: 'after 70, 71: G4, what was found',
      holds: true,
    });
  });

  it('fails if a run catches the mutant by another promise, such as G5 for an unexpected 500', () => {
    const row = rowOf(result(['G2', 'G4'], 'G2', 'G5'));
    expect(row.holds).toBe(false);
    expect(row.measured).toBe('caught by G5 instead of G2 or G4 after 71: what was found');
  });

  it('fails if a run does not catch the mutant', () => {
    expect(rowOf(result(['G2'], null))).toMatchObject({ measured: 'nothing found', holds: false });
    expect(rowOf(result(['G2'], 'G2', null))).toMatchObject({
      measured: 'after 70, and 1 times not: G2, what was found',
      holds: false,
    });
  });

  it('holds if a run catches the mutant when it looks at its end, with more operations than its bound', () => {
    const late = { ...result(['G2'], 'G2', 'G2'), bound: 70 };
    expect(rowOf(late)).toMatchObject({ measured: 'after 70, 71: G2, what was found', holds: true });
  });

  it('fails if the mutant could not be built', () => {
    const failed = { ...result(['G2']), error: 'the patch does not fit' };
    expect(lineOf(failed)).toBe(
      'FAILED G2 some-build: found in 100: could not be tried (0.0 s)\nthe patch does not fit',
    );
  });
});

describe('the result of the unbroken build', () => {
  it('holds only if the hammer finds nothing', () => {
    expect(rowOf(result([], null))).toMatchObject({ asked: 'nothing in 100', holds: true });
    expect(rowOf(result([], 'G2'))).toMatchObject({
      promise: 'none some-build',
      measured: 'after 70: G2, what was found',
      holds: false,
    });
  });
});
