import { parseArgs } from 'node:util';
import { Usage } from '../support/run.ts';
import type { HammerOptions } from './hammer.ts';
import { type ProfileName, profiles } from './profiles.ts';

export const help = `npm run hammer -- [options]

Runs a random workload of all operations over HTTP. Compares every response with a model, and the whole database at
every checkpoint.

  --ops N          minimum number of requests       (default: 20000)
  --clients N      concurrent clients, 1 to 500     (default: 64; hostile: 16, at most 24)
  --seed N         seed of the random choices       (default: random, printed)
  --runs N         number of runs, with consecutive seeds (default: 1)
  --servers N      1 or 2 servers on one database   (default: 2)
  --profile NAME   ${Object.keys(profiles).join(', ')} (default: mixed)
  --kill           kill -9 a server at random intervals
  --code FOLDER    the checkout to test             (default: this one)
  --json FILE      write the figures to a file

The same seed draws the same operations for each client. How they interleave depends on the machine, so a violation may
take several runs to reproduce.`;

export type Options = HammerOptions & { runs: number; json: string | undefined };

/** Returns the validated options; null for `--help`. Throws Usage. */
export function readOptions(args: readonly string[]): Options | null {
  const { values } = parse(args);
  if (values.help) return null;
  const profile = values.profile ?? 'mixed';
  if (!Object.hasOwn(profiles, profile))
    throw new Usage(`--profile must be one of ${Object.keys(profiles).join(', ')}`);
  const isHostile = profile === 'hostile'; // its narrow settings have room for no more clients
  return {
    operations: wholeNumber('ops', values.ops ?? '20000', 100, 100_000_000),
    clients: wholeNumber('clients', values.clients ?? (isHostile ? '16' : '64'), 1, isHostile ? 24 : 500),
    seed: wholeNumber('seed', values.seed ?? String(Math.floor(Math.random() * 1_000_000)), 0, 2 ** 31),
    runs: wholeNumber('runs', values.runs ?? '1', 1, 10_000),
    servers: wholeNumber('servers', values.servers ?? '2', 1, 2),
    profile: profile as ProfileName,
    kills: values.kill ?? false,
    ...(values.code !== undefined && { code: values.code }),
    json: values.json,
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = {
    ops: text,
    clients: text,
    seed: text,
    runs: text,
    servers: text,
    profile: text,
    code: text,
    json: text,
  };
  try {
    return parseArgs({ args: [...args], options: { ...options, kill: flag, help: flag } });
  } catch (error) {
    throw new Usage(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error));
  }
}

function wholeNumber(name: string, given: string, least: number, most: number): number {
  const value = Number(given);
  if (/^\d+$/.test(given) && value >= least && value <= most) return value;
  throw new Usage(`--${name} must be a whole number from ${least} to ${most}`);
}
