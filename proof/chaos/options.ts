import { parseArgs } from 'node:util';
import { randomInt } from 'node:crypto';
import { chooseFaults, readCount } from '../support/options.ts';
import { Usage } from '../support/run.ts';
import type { Fault } from './fault.ts';
import { faults } from './faults.ts';

/** The options of the command line. */
export type Options = {
  /** Each fault with its number of rounds. */
  plan: ReadonlyArray<{ fault: Fault; rounds: number }>;
  writes: number;
  clients: number;
  seed: number;
  /** How many deliveries of webhooks to try; none without it. */
  deliveries: number | null;
  json: string | undefined;
};

export const help = `npm run chaos -- [options]

Injects faults into the server and its database while clients write, and checks all guarantees after each fault.

  --rounds N           rounds of each fault (3)
  --only NAME[=N],…    only these faults, optionally with N rounds each
  --writes N           writes acknowledged before each fault (150)
  --clients N          concurrent clients (16)
  --seed N             seed of the random choices
  --deliveries N       instead of the faults below: N deliveries of webhooks over kills, 30 % to failing receivers
  --json FILE          write the figures to a file
  --help               this text

The figures of G1, 100 000 writes over 200 kills of the server and 50 of the database:
  npm run chaos -- --writes 400 --only server-kill=100,embedded-server-kill=100,postmaster-kill=25,backend-kill=25

The figure of G12:
  npm run chaos -- --deliveries 100000

Faults:
${faults.map(({ name, what }) => `  ${name.padEnd(25)}${what}`).join('\n')}
`;

/** Reads the command line; null for `--help`. Throws Usage. */
export function readOptions(args: readonly string[]): Options | null {
  const values = parse(args);
  if (values.help) return null;
  return {
    plan: chooseFaults(faults, values.only, readCount('--rounds', values.rounds ?? '3')),
    writes: readCount('--writes', values.writes ?? '150'),
    clients: readCount('--clients', values.clients ?? '16'),
    seed: values.seed === undefined ? randomInt(1_000_000) : readCount('--seed', values.seed),
    deliveries: values.deliveries === undefined ? null : readCount('--deliveries', values.deliveries),
    json: values.json,
  };
}

const text = { type: 'string' } as const;

function parse(args: readonly string[]) {
  const options = {
    rounds: text,
    only: text,
    writes: text,
    clients: text,
    seed: text,
    json: text,
    deliveries: text,
  };
  try {
    return parseArgs({ args: [...args], options: { ...options, help: { type: 'boolean' } } }).values;
  } catch (error) {
    throw new Usage(error instanceof Error ? error.message : String(error));
  }
}
