import { hash } from 'node:crypto';
import { memoizeRecent } from './memoize-recent.ts';

/** Returns the first 128 bits of the SHA-256 of a text, as 32 hex digits. */
export function digest128(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 32);
}

/**
 * Returns the same, memoized: for the five texts of each payment under rules, at most 1,000 in a batch, which are needed
 * when the batch is loaded, judged and stored. Without this, they took a twentieth of such a payment.
 */
export const recentDigest128 = memoizeRecent(5_000, digest128);
