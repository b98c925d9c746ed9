import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { draftOf, recipes } from './arbitrary.ts';
import { documentFaults } from './draft.ts';
import type { Trial } from './judge.ts';
import { reportOn, runs, seed, testTimeout_ms } from './runs.ts';
import { tryAll } from './trial.ts';
import { makeWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());
reportOn('valid and invalid parts in any combination');

const isOutside = ({ draft }: Trial): boolean => documentFaults(draft).length > 0;

it(
  'requests of valid and invalid parts are refused exactly when the document refuses them, and then change nothing',
  async () => {
    const batches = fc.array(recipes(world), { minLength: 1, maxLength: 20, size: 'max' });
    const promise = fc.asyncProperty(batches, async (batch) => {
      const trials = batch.map((recipe) => ({ draft: draftOf(world, recipe) }));
      const outside = await tryAll(world, trials.filter(isOutside));
      expect(outside).toMatchObject({ broken: [], changed: [] });
      const within = await tryAll(
        world,
        trials.filter((trial) => !isOutside(trial)),
      );
      expect(within).toMatchObject({ broken: [] });
    });
    await fc.assert(promise, { numRuns: runs, seed });
  },
  testTimeout_ms,
);
