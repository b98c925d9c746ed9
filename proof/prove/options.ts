import { parseArgs } from 'node:util';
import { Usage } from '../support/run.ts';
import { mutants } from './list.ts';
import type { Build } from './mutant.ts';
import { unbroken } from './unbroken.ts';

export const help = `npm run prove -- [options]

Shows that the hammer finds faults: each build that is broken on purpose is caught within its number of operations, by a
promise that it breaks, and the build without a fault passes the same runs.

  --only NAME    only this build; may be given more than once; "unbroken" has no fault
  --seed N       the hammer's seed (1)
  --times N      run the hammer on each build so often, with the seeds that follow (1)
  --list         name the builds, the promises that must catch them and what is wrong with them, and end
  --json FILE    write what was found
  --help         this text
`;

export type Options = {
  builds: readonly Build[];
  seeds: readonly number[];
  shows: 'help' | 'list' | 'proof';
  json: string | undefined;
};

/** What the command line asks for. Throws Usage. */
export function readOptions(args: readonly string[]): Options {
  const values = parse(args);
  const seed = wholeNumber('seed', values.seed);
  const times = wholeNumber('times', values.times);
  const all = [...mutants, ...unbroken(mutants)];
  const unknown = values.only.find((name) => !all.some((build) => build.name === name));
  if (unknown !== undefined) throw new Usage(`There is no build ${unknown}; --list names them.`);
  return {
    builds: values.only.length === 0 ? all : all.filter(({ name }) => values.only.includes(name)),
    seeds: Array.from({ length: times }, (_each, index) => seed + index),
    shows: values.help ? 'help' : values.list ? 'list' : 'proof',
    json: values.json,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        only: { type: 'string', multiple: true, default: [] },
        seed: { type: 'string', default: '1' },
        times: { type: 'string', default: '1' },
        list: { type: 'boolean', default: false },
        json: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new Usage(error instanceof Error ? error.message : String(error));
  }
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (!/^\d{1,9}$/.test(text) || number < 1) throw new Usage(`--${name} must be a whole number from 1.`);
  return number;
}
