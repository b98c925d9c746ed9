import { resolve } from 'node:path';
import { progressLine } from '../support/progress.ts';
import { report } from '../support/report.ts';
import { runProof } from '../support/run.ts';
import { hammer, type Result } from './hammer.ts';
import { help, readOptions } from './options.ts';
import { mergeResults, figuresOf, rowsOf } from './outcome.ts';
import { describeCounts } from './statistics.ts';
import { describeViolation } from './describe-violation.ts';

/** `npm run hammer`: see `--help`. */
await runProof(async () => {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    process.stdout.write(`${help}\n`);
    return 0;
  }
  const { json, runs, code, ...others } = options;
  const { seed, clients, servers, profile, operations, kills } = others;
  const words = `${operations} operations, ${clients} clients, servers: ${servers}, profile ${profile}`;
  const seeds = runs > 1 ? `seeds ${seed} to ${seed + runs - 1}, each` : `seed ${seed}:`;
  process.stdout.write(`hammer, ${seeds} ${words}${kills ? ', with kills' : ''}\n`);
  const line = progressLine();
  const results: Result[] = [];
  while (results.length < runs && !results.at(-1)?.violation) {
    const own = {
      ...others,
      seed: seed + results.length,
      ...(code !== undefined && { code: resolve(code) }),
    };
    const run = runs > 1 ? `run ${results.length + 1} of ${runs}, seed ${own.seed}: ` : '';
    results.push(await hammer(own, (text) => line.show(`${run}${text}`)));
  }
  line.end();
  const all = mergeResults(results);
  process.stdout.write(`\n${describeCounts(all.counts)}\n`);
  if (all.violation) {
    process.stdout.write(`\n${describeViolation(all.violation, seed + results.length - 1)}\n`);
  }
  await report(rowsOf(all), json, figuresOf(all, options));
  return all.violation ? 1 : 0;
});
