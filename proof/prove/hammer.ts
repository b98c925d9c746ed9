import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Guarantee } from '../hammer/violation.ts';
import { here } from '../support/program.ts';
import { scratchFolder } from '../support/scratch.ts';

/** How the hammer is run. */
export type Blows = { code: string; operations: number; seed: number; servers: number };

/** What came of it: how many operations it did, and what it found. */
export type Findings = { operations: number; violation: Violation | null };

export type Violation = { promise: Guarantee; text: string; afterOperations: number };

const clients = 16;
const shownLines = 15;
const signals = ['SIGINT', 'SIGTERM'] as const;

/** Runs the hammer on a build, as `npm run hammer` does. Throws where it could not do its work. */
export async function hammer({ code, operations, seed, servers }: Blows): Promise<Findings> {
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
  ];
  const child = spawn(process.execPath, [script, ...size, '--code', code, '--json', file]);
  let isInterrupted = false;
  const interrupt = (): void => {
    isInterrupted = true;
    child.kill('SIGTERM');
  };
  for (const signal of signals) process.on(signal, interrupt);
  const said: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  await once(child, 'close');
  for (const signal of signals) process.off(signal, interrupt);
  // This process is about to end: nothing follows from a run that was broken off.
  if (isInterrupted) await new Promise(() => undefined);
  const findings = await readFindings(file);
  const isSound = child.exitCode === 0 ? findings?.violation === null : findings?.violation;
  if (findings && child.exitCode !== null && isSound) return findings;
  const last = said.join('').trimEnd().split('\n').slice(-shownLines).join('\n');
  throw new Error(`the hammer did not do its work (exit ${child.exitCode ?? child.signalCode}):\n${last}`);
}

async function readFindings(file: string): Promise<Findings | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Findings);
}
