import { asText, clean } from './text.ts';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Row } from './columns.ts';
import { variable } from './terminal.ts';

type Known = Record<string, Record<string, string>>;
const most = 200;

const fileOf = (env: NodeJS.ProcessEnv): string =>
  join(variable(env, 'XDG_CACHE_HOME') ?? join(homedir(), '.cache'), 'purser', 'ids.json');

/** Returns the ids that the last lists showed to a profile, each with a word about it, for completion. */
export async function knownIds(env: NodeJS.ProcessEnv, profile: string): Promise<Record<string, string>> {
  try {
    return (JSON.parse(await readFile(fileOf(env), 'utf8')) as Known)[profile] ?? {};
  } catch {
    return {};
  }
}

/** Keeps the ids of a list for completion. A cache that cannot be written is none. */
export async function rememberIds(
  env: NodeJS.ProcessEnv,
  profile: string,
  rows: readonly Row[],
): Promise<void> {
  const shown = rows.map((row): [string, string] => [
    String(row['id']),
    clean(asText(row['name'] ?? row['description'] ?? row['status'] ?? '')).slice(0, 40),
  ]);
  const before = Object.entries(await knownIds(env, profile));
  const kept = Object.fromEntries([...before, ...shown].slice(-most));
  const file = fileOf(env);
  try {
    const all = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Known;
    await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
    await writeFile(`${file}.${process.pid}`, JSON.stringify({ ...all, [profile]: kept }), { mode: 0o600 });
    await rename(`${file}.${process.pid}`, file);
  } catch {
    // completion then offers no ids
  }
}
