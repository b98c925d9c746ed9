import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProfileName } from '../hammer/profiles.ts';
import type { Guarantee } from '../hammer/violation.ts';
import { here } from '../support/program.ts';
import { scratchFolder } from '../support/scratch.ts';

/** The options of a hammer run; `code` is the root of the build. */
export type HammerOptions = {
  code: string;
  operations: number;
  seed: number;
  servers: number;
  profile: ProfileName;
  kills: boolean;
};

/** The result of a hammer run: how many operations it did, and the violation that it found. */
export type Findings = { operations: number; violation: Violation | null };

export type Violation = { promise: Guarantee; text: string; afterOperations: number };

const clients = 16;
const shownLines = 15;
const signals = ['SIGINT', 'SIGTERM'] as const;

/** Runs the hammer on a build, as `npm run hammer` does. Throws if the hammer fails without a finding. */
export async function hammer(options: HammerOptions): Promise<Findings> {
  const { code, operations, seed, servers, profile, kills } = options;
  const file = join(await scratchFolder(), 'hammer.json');
  const script = join(here, 'proof/hammer/main.ts');
  const size = [
    '--ops',
    String(operations),
    '--clients',
    String(clients),
    '--seed',
    String(seed),
    '--servers',
    String(servers),
    '--profile',
    profile,
    ...(kills ? ['--kill'] : []),
  ];
  const child = spawn(process.execPath, [script, ...size, '--code', code, '--json', file]);
  let isInterrupted = false;
  const interrupt = (): void => {
    isInterrupted = true;
    child.kill('SIGTERM');
  };
  for (const signal of signals) process.on(signal, interrupt);
  const output: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  await once(child, 'close');
  for (const signal of signals) process.off(signal, interrupt);
  // An interrupted run has no result, and the signal is about to end this process.
  if (isInterrupted) await new Promise(() => undefined);
  const findings = await readFindings(file);
  const isConsistent = child.exitCode === 0 ? findings?.violation === null : findings?.violation;
  if (findings && child.exitCode !== null && isConsistent) return findings;
  const lastLines = output.join('').trimEnd().split('\n').slice(-shownLines).join('\n');
  throw new Error(`the hammer failed (exit ${child.exitCode ?? child.signalCode}):\n${lastLines}`);
}

async function readFindings(file: string): Promise<Findings | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Findings);
}
