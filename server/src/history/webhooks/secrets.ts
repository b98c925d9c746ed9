import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Id } from '../../lib/id.ts';
import type { Keyring } from '../../lib/keyring.ts';
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

/** Returns the key that a secret stands for. To make one costs more than to sign with it. */
export function signingKey(secret: string): KeyObject {
  return createSecretKey(secret.slice(prefix.length), 'base64');
}

/** Returns the headers of a delivery at a time in seconds (Standard Webhooks 1.0.0): each key signs. */
export function signedHeaders(
  keys: readonly KeyObject[],
  eventId: string,
  timestamp_s: number,
  body: string,
): Record<string, string> {
  const signed = `${eventId}.${timestamp_s}.${body}`;
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp_s),
    'webhook-signature': signatures.join(' '),
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'Purser',
  };
}
