import { createHmac, randomBytes } from 'node:crypto';
import type { Id } from '../lib/id.ts';
import type { Keyring } from '../lib/keyring.ts';
import type { SecretsRow } from './queries.ts';

const purpose = 'webhook secret';
const prefix = 'whsec_';

/** Returns a new secret of 256 random bits, in the form of Standard Webhooks. */
export function newSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/** Returns what is stored of a secret, encrypted for this webhook. */
export function sealSecret(
  keyring: Keyring,
  id: Id<'whk'>,
  secret: string,
): Pick<SecretsRow, 'secretId' | 'sealedSecret'> {
  const { keyId, bytes } = keyring.seal(purpose, id, secret);
  return { secretId: keyId, sealedSecret: bytes };
}

/** Returns the secrets that sign at a time, the newest first; none if the server's secret is gone. */
export function openSecrets(keyring: Keyring, id: Id<'whk'>, row: SecretsRow, now: Date): string[] {
  const { secretId, sealedSecret, previousSecretId, sealedPreviousSecret, previousExpiresAt } = row;
  const newest = keyring.open(purpose, id, { keyId: secretId, bytes: sealedSecret });
  const isOver = previousExpiresAt === null || previousExpiresAt <= now;
  const previous =
    isOver || previousSecretId === null || sealedPreviousSecret === null
      ? null
      : keyring.open(purpose, id, { keyId: previousSecretId, bytes: sealedPreviousSecret });
  return [newest, previous].filter((secret) => secret !== null);
}

/** Returns the headers of a delivery at a time in seconds (Standard Webhooks 1.0.0): each secret signs. */
export function signedHeaders(
  secrets: readonly string[],
  eventId: string,
  timestamp_s: number,
  body: string,
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${eventId}.${timestamp_s}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp_s),
    'webhook-signature': signatures.join(' '),
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'Purser',
  };
}
