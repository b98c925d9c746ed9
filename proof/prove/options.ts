import { parseArgs } from 'node:util';
import { Usage } from '../support/run.ts';
import { mutants } from './list.ts';
import type { Build } from './mutant.ts';
import { unbroken } from './unbroken.ts';

export const help = `npm run prove -- [options]

Shows that the hammer finds faults: it catches each mutant, a build that is broken on purpose, within a number of
operations and by a promise that the mutant breaks. The build without a fault passes the same runs. A few faults need
a database whose commits wait for a standby; a program of their own looks for these. Others are named tests' to find: no
client of the hammer could see them.

  --only NAME    run only this build; may be repeated; "unbroken" has no fault
  --seed N       the hammer's seed (1)
  --times N      run the hammer N times on each build, with consecutive seeds (1)
  --list         list the builds, the promises that must catch them and their faults, and exit
  --json FILE    write the findings to a file
  --help         show this text
`;

export type Options = {
  builds: readonly Build[];
  seeds: readonly number[];
  shows: 'help' | 'list' | 'proof';
  json: string | undefined;
};

/** Returns the options of the command line. Throws `Usage` if they are invalid. */
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
