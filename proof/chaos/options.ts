import { parseArgs } from 'node:util';
import { randomInt } from 'node:crypto';
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
  json: string | undefined;
};

export const help = `npm run chaos -- [options]

Injects faults into the server and its database while clients write, and checks all guarantees after each fault.

  --rounds N           rounds of each fault (3)
  --only NAME[=N],…    only these faults, optionally with N rounds each
  --writes N           writes acknowledged before each fault (150)
  --clients N          concurrent clients (16)
  --seed N             seed of the random choices
  --json FILE          write the figures to a file
  --help               this text

The figures of G1, 100 000 writes over 200 kills of the server and 50 of the database:
  npm run chaos -- --writes 400 --only server-kill=100,embedded-server-kill=100,postmaster-kill=25,backend-kill=25

Faults:
${faults.map(({ name, what }) => `  ${name.padEnd(25)}${what}`).join('\n')}
`;

/** Reads the command line; null for `--help`. Throws Usage. */
export function readOptions(args: readonly string[]): Options | null {
  const values = parse(args);
  if (values.help) return null;
  const rounds = count('--rounds', values.rounds ?? '3');
  return {
    plan:
      values.only === undefined ? faults.map((fault) => ({ fault, rounds })) : chosen(values.only, rounds),
    writes: count('--writes', values.writes ?? '150'),
    clients: count('--clients', values.clients ?? '16'),
    seed: values.seed === undefined ? randomInt(1_000_000) : count('--seed', values.seed),
    json: values.json,
  };
}

const text = { type: 'string' } as const;

function parse(args: readonly string[]) {
  const options = { rounds: text, only: text, writes: text, clients: text, seed: text, json: text };
  try {
    return parseArgs({ args: [...args], options: { ...options, help: { type: 'boolean' } } }).values;
  } catch (error) {
    throw new Usage(error instanceof Error ? error.message : String(error));
  }
}

function count(name: string, value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new Usage(`${name} must be a whole number of 1 or more`);
  return Number(value);
}

function chosen(only: string, rounds: number): Options['plan'] {
  return only.split(',').map((each) => {
    const [name = '', own] = each.split('=');
    const fault = faults.find((known) => known.name === name);
    if (!fault) throw new Usage(`There is no fault ${name}; --help lists them.`);
    return { fault, rounds: own === undefined ? rounds : count(name, own) };
  });
}
