import * as fc from 'fast-check';
import { expect, it } from 'vitest';

it('random inputs are the same in every run', () => {
  expect(fc.readConfigureGlobal().seed).toBe(Number(process.env['PURSER_FUZZ_SEED'] ?? 1));
  expect(fc.sample(fc.integer(), 20)).toEqual(fc.sample(fc.integer(), 20));
});
