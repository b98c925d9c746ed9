import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    maxWorkers: 2, // files at a time; each starts servers, and all share one PostgreSQL
    projects: [
      {
        test: {
          name: 'server',
          include: ['server/test/**/*.test.ts', 'proof/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: ['server/test/tidy/**'],
          globalSetup: ['server/test/support/global-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      { test: { name: 'tidy', include: ['server/test/tidy/**/*.test.ts'], testTimeout: 30_000 } },
    ],
  },
});
