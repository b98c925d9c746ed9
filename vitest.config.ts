import { defineConfig } from 'vitest/config';
import { chromiumPath } from './server/test/browser/chromium.ts';

const leftOut = chromiumPath === null ? ['server/test/browser/**'] : [];
if (chromiumPath === null)
  process.stderr.write('The browser tests are left out: there is no chromium. See CONTRIBUTING.md.\n');

export default defineConfig({
  test: {
    maxWorkers: 2, // files at a time; each starts servers, and all share one PostgreSQL
    projects: [
      {
        test: {
          name: 'server',
          include: ['server/test/**/*.test.ts', 'proof/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: ['server/test/tidy/**', ...leftOut],
          globalSetup: ['server/test/support/global-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      { test: { name: 'tidy', include: ['server/test/tidy/**/*.test.ts'], testTimeout: 30_000 } },
    ],
  },
});
