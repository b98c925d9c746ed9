import { parseArgs } from 'node:util';
import { chooseFaults, readCount } from '../support/options.ts';
import { Usage } from '../support/run.ts';
import type { Fault } from './fault.ts';
import { faults } from './faults.ts';
import type { Replication } from './settings.ts';

/** The options of the command line. */
export type Options = {
  /** Each fault with its number of rounds. */
  plan: ReadonlyArray<{ fault: Fault; rounds: number }>;
  replication: Replication;
  clients: number;
  /** Where the programs are kept for the next run; removed after this one where it is undefined. */
  tools: string | undefined;
  json: string | undefined;
};

export const help = `npm run failover -- [options]

Builds a highly available cluster on this machine: PostgreSQL, Patroni and etcd from Debian's and PyPI's packages, in a
scratch folder. Injects faults into it while clients write through two servers, and checks after each that every
acknowledged write is there once. Needs Debian with python3-venv and lists of packages; installs nothing on it.

  --rounds N           rounds of each fault (3)
  --only NAME[=N],…    only these faults, optionally with N rounds each
  --clients N          concurrent clients of each server (4)
  --asynchronous       commits do not wait for a standby: shows what that loses
  --tools FOLDER       keep the downloaded programs in this folder for the next run
  --json FILE          write the figures to a file
  --help               this text

Faults:
${faults.map(({ name, what }) => `  ${name.padEnd(20)}${what}`).join('\n')}
`;

/** Reads the command line; null for `--help`. Throws Usage. */
export function readOptions(args: readonly string[]): Options | null {
  const values = parse(args);
  if (values.help) return null;
  const replication = values.asynchronous ? 'asynchronous' : 'synchronous';
  const chosen = chooseFaults(faults, values.only, readCount('--rounds', values.rounds ?? '3'));
  return {
    plan: chosen.filter(({ fault }) => !fault.only || fault.only === replication),
    replication,
    clients: readCount('--clients', values.clients ?? '4'),
    tools: values.tools,
    json: values.json,
  };
}

function parse(args: readonly string[]) {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const;
  const options = { rounds: text, only: text, clients: text, tools: text, json: text };
  try {
    return parseArgs({ args: [...args], options: { ...options, asynchronous: flag, help: flag } }).values;
  } catch (error) {
    throw new Usage(error instanceof Error ? error.message : String(error));
  }
}
