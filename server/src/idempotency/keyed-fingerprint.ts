import type { Keyed } from '../http/endpoint.ts';
import type { Keyring } from '../lib/keyring.ts';
import type { PlainWrite } from './write.ts';

const purpose = 'request fingerprint';

/**
 * Returns the write with a fingerprint that only a holder of the secret can compute, for a request with a value that is
 * not stored in the clear and that could be found by trying all its values.
 */
export function withKeyedFingerprint(
  keyed: Keyed,
  keyring: Keyring,
): Keyed & Pick<PlainWrite, 'olderFingerprints'> {
  if (!keyed.idempotency) return keyed;
  const { key, fingerprint } = keyed.idempotency;
  const text = fingerprint.toString('hex');
  return {
    ...keyed,
    idempotency: { key, fingerprint: keyring.digest(purpose, text) },
    olderFingerprints: keyring.digests(purpose, text),
  };
}
