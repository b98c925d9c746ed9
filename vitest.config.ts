import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { chromiumPath } from './server/test/browser/chromium.ts';

const leftOut = chromiumPath === null ? ['server/test/browser/**'] : [];
if (chromiumPath === null)
  process.stderr.write('The browser tests are left out: there is no chromium. See CONTRIBUTING.md.\n');

/**
 * What takes minutes for itself: a browser, kills and failovers under load, type checks of broken builds, and random
 * inputs, of which `npm test` tries fewer. `npm run test:thorough` runs them, and so does `.ci/run`.
 */
const thorough = [
  'server/test/browser/**/*.test.ts',
  'server/test/lifecycle/{kill,kill-connector,stop-under-load}.test.ts',
  'server/test/failover/**/*.test.ts',
  'proof/{chaos,failover,hammer}/*.test.ts',
  'proof/prove/compile.test.ts',
  'bench/world.test.ts',
];
const random = [
  'server/test/fuzz/fields.test.ts',
  'server/test/engine/{histories,histories-funding,needs,properties}.test.ts',
];

/** Tests that start programs of their own, kill them, and clean up after each file. They are the longest, and go first. */
const programs = [
  'server/test/{embedded,lifecycle}/**/*.test.ts',
  'server/test/stories/{authority,empty-prod,orders-by-hand}.test.ts',
  'bench/**/*.test.ts',
];
const tidy = ['server/test/tidy/**/*.test.ts'];

/** The longest files, the longest first: one that starts last keeps a single core busy. vitest goes by their size alone. */
const longest = [
  'fuzz/fields.test.ts',
  'lifecycle/kill.test.ts',
  'engine/histories.test.ts',
  'lifecycle/kill-connector.test.ts',
  'chaos/chaos.test.ts',
  'hammer/hammer.test.ts',
  'browser/pages.test.ts',
  'cli/test/commands.test.ts',
  'client/test/once.test.ts',
  'fuzz/examples.test.ts',
  'cli/test/pay.test.ts',
  'authority/matrix.test.ts',
  'cli/test/login.test.ts',
];
const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = longest.findIndex((path) => moduleId.endsWith(path));
  return place === -1 ? longest.length : place;
};

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort.call(this, files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const of = (each: unknown) => sorted.filter(({ project }) => project === each);
    return projects.flatMap((each) => of(each).toSorted((a, b) => placeOf(a) - placeOf(b)));
  }
}

const timeouts = { testTimeout: 180_000, hookTimeout: 180_000 };

export default defineConfig({
  test: {
    maxWorkers: 4, // files at a time, on two cores, because tests wait too; the files of project `server` share one PostgreSQL
    sequence: { sequencer: LongestFirst },
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
          setupFiles: ['server/test/support/fixed-seed.ts'],
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
          setupFiles: ['server/test/support/fixed-seed.ts'],
          ...timeouts,
        },
      },
      { test: { name: 'tidy', include: tidy, ...timeouts } },
    ],
  },
});
