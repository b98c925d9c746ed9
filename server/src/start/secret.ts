import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { hasCode } from '../db/failures.ts';
import { type Keyring, parseKeyring } from '../lib/keyring.ts';
import { writePrivate } from './database.ts';

/** Returns the keyring of PURSER_SECRET, or of the secret in the data folder, which the first start generates. */
export async function openKeyring(config: Config): Promise<Keyring> {
  const keyring = parseKeyring(config.secret ?? (await storedSecret(config)));
  if (keyring) return keyring;
  throw new ConfigError(
    'PURSER_SECRET must be secrets of 32 or more printable characters, each like k1:…, newest first, separated by commas.',
  );
}

async function storedSecret(config: Config): Promise<string> {
  const path = join(config.dataDir, 'secret');
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  const secret = `k1:${randomBytes(32).toString('base64url')}`;
  await writePrivate(path, `${secret}\n`);
  return secret;
}
