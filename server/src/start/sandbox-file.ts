import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { seedSandbox } from '../seed/sandbox.ts';
import { writePrivate } from './database.ts';

type Parties = Awaited<ReturnType<typeof seedSandbox>>;

/** `sandbox.json`: the first parties with their keys, for programs. It is the only place that has the keys. */
export type SandboxFile = { baseUrl: string; environment: 'sandbox'; parties: Parties };

/** Writes the file for parties just seeded; the base address follows when the server listens. */
export async function writeSandboxFile(config: Config, parties: Parties): Promise<void> {
  await write(config, { baseUrl: '', environment: 'sandbox', parties });
}

/** Puts the present base address into the file; null where there is none (prod, or seeded elsewhere). */
export async function publishSandboxFile(config: Config, baseUrl: string): Promise<SandboxFile | null> {
  if (config.environment !== 'sandbox') return null;
  const file = await read(config);
  if (!file) return null;
  const published = { ...file, baseUrl };
  await write(config, published);
  return published;
}

async function read(config: Config): Promise<SandboxFile | null> {
  try {
    return JSON.parse(await readFile(pathOf(config), 'utf8')) as SandboxFile;
  } catch {
    return null;
  }
}

function write(config: Config, file: SandboxFile): Promise<void> {
  return writePrivate(pathOf(config), `${JSON.stringify(file, null, 2)}\n`);
}

function pathOf(config: Config): string {
  return join(config.dataDir, 'sandbox.json');
}
