import { expect, it } from 'vitest';
import { type Keyring, parseKeyring } from '../../src/lib/keyring.ts';

const [older, newer] = [`k1:${'a'.repeat(32)}`, `k2:${'b'.repeat(32)}`];

function ring(text: string): Keyring {
  const keyring = parseKeyring(text);
  if (!keyring) throw new Error('malformed');
  return keyring;
}

it('an encrypted text is read back with its secret, purpose and owner only', () => {
  const sealed = ring(older).seal('numbers', 'owner', 'text €');
  expect(ring(older).open('numbers', 'owner', sealed)).toBe('text €');
  expect(ring(`${newer},${older}`).open('numbers', 'owner', sealed)).toBe('text €');
  expect(ring(older).open('other', 'owner', sealed)).toBeNull();
  expect(ring(older).open('numbers', 'other owner', sealed)).toBeNull();
  expect(ring(newer).open('numbers', 'owner', sealed)).toBeNull();
  expect(ring(newer.replace('k2', 'k1')).open('numbers', 'owner', sealed)).toBeNull();
});

it('an encrypted text that was altered or cut off anywhere is not read', () => {
  const { keyId, bytes } = ring(older).seal('numbers', 'owner', 'text');
  for (let at = 0; at < bytes.length; at += 1) {
    const altered = Buffer.from(bytes);
    altered[at] = (altered[at] ?? 0) ^ 1;
    expect(ring(older).open('numbers', 'owner', { keyId, bytes: altered })).toBeNull();
    expect(ring(older).open('numbers', 'owner', { keyId, bytes: bytes.subarray(0, at) })).toBeNull();
  }
});

it('the same text is never encrypted to the same bytes', () => {
  const keyring = ring(older);
  const all = Array.from({ length: 50 }, () =>
    keyring.seal('numbers', 'owner', 'text').bytes.toString('hex'),
  );
  expect(new Set(all).size).toBe(50);
});

it('the newest secret encrypts, signs and digests, and digests exist for all', () => {
  const keyring = ring(`${newer},${older}`);
  expect([keyring.keyId, keyring.seal('p', 'o', 't').keyId, keyring.sign('p', 't').keyId]).toEqual(
    Array.from({ length: 3 }, () => 'k2'),
  );
  expect(keyring.digest('p', 't')).toEqual(ring(newer).digest('p', 't'));
  expect(keyring.digests('p', 't')).toEqual([ring(newer).digest('p', 't'), ring(older).digest('p', 't')]);
  expect(keyring.digest('p', 't')).not.toEqual(keyring.digest('q', 't'));
});
