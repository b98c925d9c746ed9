import { rm } from 'node:fs/promises';
import { progressLine } from '../support/progress.ts';
import { report } from '../support/report.ts';
import { runProof } from '../support/run.ts';
import { buildMutant } from './build.ts';
import { hammer } from './hammer.ts';
import type { Build } from './mutant.ts';
import { help, type Options, readOptions } from './options.ts';
import { lineOf, promisesOf, type Result, type Round, rowOf } from './results.ts';
import { tryWithoutStandby } from './standby.ts';
import { runTests } from './tests.ts';

await runProof(prove);

async function prove(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options.shows === 'help') process.stdout.write(help);
  if (options.shows === 'list') {
    for (const build of options.builds) {
      process.stdout.write(`${build.name.padEnd(38)} ${promisesOf(build).padEnd(13)} ${build.fault}\n`);
    }
  }
  return options.shows === 'proof' ? tryAll(options) : 0;
}

async function tryAll({ builds, seeds, json }: Options): Promise<number> {
  const progress = progressLine();
  const results: Result[] = [];
  for (const build of builds) {
    progress.show(`${results.length + 1}/${builds.length} ${build.name}: ${build.fault}`);
    const result = await tryBuild(build, seeds);
    results.push(result);
    progress.end();
    process.stderr.write(`${lineOf(result)}\n`);
  }
  await report(results.map(rowOf), json, { seeds, builds: results });
  return results.every((result) => rowOf(result).holds) ? 0 : 1;
}

/** Runs the hammer, or what looks for its fault instead, on one build, once for each seed. */
async function tryBuild(build: Build, seeds: readonly number[]): Promise<Result> {
  const {
    name,
    fault,
    caughtBy,
    bound,
    servers = 1,
    profile = 'mixed',
    kills = false,
    standby,
    tests,
  } = build;
  const rounds: Round[] = [];
  let error: string | null = null;
  try {
    const code = await buildMutant(build);
    for (const seed of seeds) {
      const started_ms = performance.now();
      const found = tests
        ? await runTests(code, tests, caughtBy[0] ?? 'responses')
        : standby
          ? await tryWithoutStandby(code)
          : await hammer({ code, operations: bound, seed, servers, profile, kills });
      rounds.push({ seed, ...found, took_s: Math.round((performance.now() - started_ms) / 100) / 10 });
    }
    await rm(code, { recursive: true, force: true });
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.message : String(thrown);
  }
  return { name, fault, caughtBy, bound, servers, rounds, error };
}
