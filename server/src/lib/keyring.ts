import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** Signing secrets. The first one signs and all verify, so that secrets can be rotated. */
export type Keyring = {
  /** Returns a tag over the text for one purpose, and the id of the secret. */
  sign(purpose: string, text: string): { keyId: string; tag: Buffer };
  verify(purpose: string, text: string, signature: { keyId: string; tag: Buffer }): boolean;
};

const entryForm = /^(?:([a-z0-9]{1,16}):)?([\x21-\x2b\x2d-\x7e]{32,})$/;

/**
 * Reads `PURSER_SECRET`: `id:secret`, newest first, separated by commas; a secret alone has the id `k1`.
 * Returns null where an entry is malformed, shorter than 32 characters, or an id is used twice.
 */
export function parseKeyring(text: string): Keyring | null {
  const secrets = new Map<string, string>();
  for (const part of text.split(',')) {
    const match = entryForm.exec(part.trim());
    const [id, secret] = [match?.[1] ?? 'k1', match?.[2]];
    if (secret === undefined || secrets.has(id)) return null;
    secrets.set(id, secret);
  }
  return keyring(secrets);
}

function keyring(secrets: Map<string, string>): Keyring {
  const current = [...secrets.keys()][0] ?? '';
  const derived = new Map<string, KeyObject>();
  // One derived key per purpose, so that a tag of a cursor is never valid for a link.
  const keyFor = (purpose: string, secret: string): KeyObject => {
    const name = `${purpose}\n${secret}`;
    const known = derived.get(name);
    if (known) return known;
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'purser', purpose, 32)));
    derived.set(name, key);
    return key;
  };
  const tagOf = (purpose: string, text: string, secret: string): Buffer =>
    createHmac('sha256', keyFor(purpose, secret)).update(text).digest().subarray(0, 16);
  return {
    sign: (purpose, text) => ({ keyId: current, tag: tagOf(purpose, text, secrets.get(current) ?? '') }),
    verify(purpose, text, { keyId, tag }) {
      const secret = secrets.get(keyId);
      if (secret === undefined) return false;
      const expected = tagOf(purpose, text, secret);
      return tag.length === expected.length && timingSafeEqual(tag, expected);
    },
  };
}
