import { defineConfig } from 'vitest/config';
import { chromiumPath } from './server/test/browser/chromium.ts';

const leftOut = chromiumPath === null ? ['server/test/browser/**'] : [];
if (chromiumPath === null)
  process.stderr.write('The browser tests are left out: there is no chromium. See CONTRIBUTING.md.\n');

/**
 * What takes minutes for itself: a browser, kills and failovers under load, and random inputs, of which `npm test` tries
 * fewer. `npm run test:thorough` runs them, and so does `.ci/run`.
 */
const thorough = [
  'server/test/browser/**/*.test.ts',
  'server/test/lifecycle/kill{,-connector}.test.ts',
  'server/test/failover/**/*.test.ts',
  'proof/{chaos,failover,hammer}/*.test.ts',
  'bench/world.test.ts',
];
const random = ['server/test/fuzz/fields.test.ts', 'server/test/engine/histories*.test.ts'];

/** Tests that start programs of their own, kill them, and clean up after each file. They are the longest, and go first. */
const programs = [
  'server/test/{embedded,lifecycle}/**/*.test.ts',
  'server/test/stories/{authority,empty-prod,orders-by-hand}.test.ts',
  'bench/**/*.test.ts',
];
const tidy = ['server/test/tidy/**/*.test.ts'];
const timeouts = { testTimeout: 180_000, hookTimeout: 180_000 };

export default defineConfig({
  test: {
    maxWorkers: 4, // files at a time, on two cores, because tests wait too; the files of project `server` share one PostgreSQL
    projects: [
      { test: { name: 'programs', include: programs, exclude: thorough, ...timeouts } },
      {
        test: {
          name: 'server',
          include: [
            'server/test/**/*.test.ts',
            'client/test/**/*.test.ts',
            'cli/test/**/*.test.ts',
            'proof/**/*.test.ts',
          ],
          exclude: [...programs, ...thorough, ...tidy],
          globalSetup: ['server/test/support/global-setup.ts'],
          isolate: false, // loading and compiling the server for each file takes a third of the time
          ...timeouts,
        },
      },
      {
        test: {
          name: 'thorough',
          include: [...thorough, ...random],
          exclude: leftOut,
          env: { PURSER_TEST_THOROUGH: '1' },
          globalSetup: ['server/test/support/global-setup.ts'],
          ...timeouts,
        },
      },
      { test: { name: 'tidy', include: tidy, ...timeouts } },
    ],
  },
});
