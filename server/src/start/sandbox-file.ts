import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Queryable } from '../db/sql.ts';
import { parseId } from '../lib/id.ts';
import type { Keyring } from '../lib/keyring.ts';
import { mailboxPath } from '../doors/pages/mailbox.ts';
import type { seedSandbox } from '../seed/sandbox.ts';
import { writePrivate } from './database.ts';
import { hasParty } from './queries.ts';

type Parties = Awaited<ReturnType<typeof seedSandbox>>;

/** `sandbox.json`: the seeded parties with their keys, for programs. The keys exist nowhere else. */
export type SandboxFile = {
  baseUrl: string;
  /** The address of the mailbox page. Whoever has it can sign in as anybody. */
  mailboxUrl: string;
  environment: 'sandbox';
  parties: Parties;
};

/** Writes the file for newly seeded parties; the base URL is added when the server listens. */
export async function writeSandboxFile(config: Config, parties: Parties): Promise<void> {
  await write(config, { baseUrl: '', mailboxUrl: '', environment: 'sandbox', parties });
}

/**
 * Writes the current base URL into the file and returns its content; null where there is no file, or where it belongs
 * to another database (prod, or a sandbox that was seeded elsewhere).
 */
export async function publishSandboxFile(
  config: Config,
  db: Queryable,
  keyring: Keyring,
  baseUrl: string,
): Promise<SandboxFile | null> {
  const file = config.environment === 'sandbox' ? await read(config) : null;
  const mainId = file && parseId('pty', file.parties.main.partyId);
  if (!file || !mainId || !(await hasParty(db, mainId))) return null;
  const published = { ...file, baseUrl, mailboxUrl: `${baseUrl}${mailboxPath(keyring)}` };
  await write(config, published);
  return published;
}

async function read(config: Config): Promise<SandboxFile | null> {
  try {
    return JSON.parse(await readFile(sandboxFileOf(config), 'utf8')) as SandboxFile;
  } catch {
    return null;
  }
}

function write(config: Config, file: SandboxFile): Promise<void> {
  return writePrivate(sandboxFileOf(config), `${JSON.stringify(file, null, 2)}\n`);
}

export function sandboxFileOf({ dataDir }: Config): string {
  return join(dataDir, 'sandbox.json');
}
