import { parseArgs } from 'node:util';
import type { Bench } from './bench.ts';
import { maxPairs } from './statistics.ts';

/** The options of the command line. */
export type Options = Omit<Bench, 'pgbench'> & {
  only: ReadonlySet<string>;
  /** The commit to compare this checkout with, instead of measuring against yardsticks. */
  against: string | null;
  /** The number of connections of a comparison with a commit. */
  clients: number;
  quick: boolean;
  json: string | null;
  /** The folder that the results are written to, if any. */
  out: string | null;
};

export const usage = `npm run bench -- [options]

  Measures every performance guarantee against its yardstick, on a server and a database of its own.

  --only <rows>      only these rows, separated by commas
  --rounds <n>       rounds per row (5); with --against, at most so many (15)
  --seconds <n>      seconds per side of a round (6)
  --wallets <n>      wallets that pay each other (10000)
  --growth <n>       number of payments up to which growth is measured (5000000); 0 skips it
  --quick            short and small: shows that the benchmark works, not how fast Purser is
  --set NAME=value   a setting of the server; may be repeated
  --out <folder>     the folder for results.md, results.json and plots: bench for a complete run, else none.
                     Existing rows that this run does not measure are kept
  --against <commit> compare this checkout with that commit instead: processor time and throughput of both, in turn,
                     until the 95% interval of the ratio of Node and PostgreSQL is ±2% wide, after 5 rounds or more
  --clients <n>      connections of such a comparison (64)
  --json <file>      write the raw figures to a file
  --pgbench <path>   the path of pgbench, if it is not found

  Rows:`;

const flags = {
  only: { type: 'string' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  wallets: { type: 'string' },
  growth: { type: 'string' },
  quick: { type: 'boolean', default: false },
  set: { type: 'string', multiple: true, default: [] as string[] },
  out: { type: 'string' },
  against: { type: 'string' },
  clients: { type: 'string' },
  json: { type: 'string' },
  pgbench: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

type Count = 'rounds' | 'seconds' | 'wallets' | 'growth' | 'clients';

/** Invalid command-line arguments. The message is one line that says what is wrong. */
export class Usage extends Error {}

/** Reads the options; null for `--help`. Throws Usage. */
export function readOptions(
  words: string[],
  rows: readonly string[],
  rowsAgainst: readonly string[] = [],
): (Options & { pgbench: string | null }) | null {
  const values = parse(words);
  if (values.help) return null;
  const { quick, against = null } = values;
  const number = (name: Count, usual: number, least = 1, most = 999_999_999): number => {
    const text = values[name];
    if (text === undefined) return usual;
    if (/^[0-9]{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
    throw new Usage(`--${name} must be a whole number from ${least} to ${most}`);
  };
  const growth = number('growth', quick ? 20_000 : 5_000_000, 0);
  if (growth > 0 && growth < 10_000) throw new Usage('--growth must be 0 or a whole number from 10000');
  const only = (values.only ?? '').split(',').filter((id) => id !== '');
  const ids = against === null ? rows : rowsAgainst;
  const unknown = only.find((id) => !ids.includes(id));
  if (unknown !== undefined) throw new Usage(`there is no row ${unknown}: the rows are ${ids.join(', ')}`);
  const misplaced = against === null ? values.clients : (values.out ?? values.growth ?? values.pgbench);
  if (misplaced !== undefined)
    throw new Usage('--clients is for --against; --out, --growth and --pgbench are not');
  const settings = values.set.map((pair) => /^([A-Z_]+)=(.*)$/.exec(pair));
  if (settings.includes(null)) throw new Usage('--set must be NAME=value');
  return {
    against,
    clients: number('clients', 64, 1, 1_000),
    rounds:
      against === null
        ? number('rounds', quick ? 2 : 5)
        : number('rounds', quick ? 2 : maxPairs, 2, maxPairs),
    seconds: number('seconds', quick ? 1 : 6),
    warmUp_s: quick ? 1 : 5,
    loadBeforeKill_s: quick ? 2 : 60,
    wallets: number('wallets', quick ? 1_000 : 10_000, 1_000),
    growth,
    transactions: quick ? 20_000 : 1_000_000,
    settings: Object.fromEntries(settings.map((match) => [match?.[1], match?.[2]])),
    only: new Set(only),
    quick,
    json: values.json ?? null,
    out: values.out ?? (only.length === 0 && !quick && against === null ? 'bench' : null),
    pgbench: values.pgbench ?? null,
  };
}

function parse(words: string[]) {
  try {
    return parseArgs({ args: words, options: flags, allowPositionals: false }).values;
  } catch (error) {
    throw new Usage(error instanceof Error ? error.message.split('\n')[0] : String(error));
  }
}
