import { defineConfig } from 'vitest/config';
import { chromiumPath } from './server/test/browser/chromium.ts';

const leftOut = chromiumPath === null ? ['server/test/browser/**'] : [];
if (chromiumPath === null)
  process.stderr.write('The browser tests are left out: there is no chromium. See CONTRIBUTING.md.\n');

/** Tests that start programs of their own, kill them, and clean up after each file. They are the longest, and go first. */
const programs = [
  'server/test/{embedded,lifecycle}/**/*.test.ts',
  'server/test/stories/{empty-prod,orders-by-hand}.test.ts',
  'proof/{chaos,failover,hammer}/*.test.ts',
  'bench/**/*.test.ts',
];
const tidy = ['server/test/tidy/**/*.test.ts'];
const timeouts = { testTimeout: 180_000, hookTimeout: 180_000 };

export default defineConfig({
  test: {
    maxWorkers: 3, // files at a time, on two cores, because tests wait too; the files of project `server` share one PostgreSQL
    projects: [
      { test: { name: 'programs', include: programs, ...timeouts } },
      {
        test: {
          name: 'server',
          include: ['server/test/**/*.test.ts', 'client/test/**/*.test.ts', 'proof/**/*.test.ts'],
          exclude: [...programs, ...tidy, ...leftOut],
          globalSetup: ['server/test/support/global-setup.ts'],
          isolate: false, // loading and compiling the server for each file takes a third of the time
          ...timeouts,
        },
      },
      { test: { name: 'tidy', include: tidy, ...timeouts } },
    ],
  },
});
