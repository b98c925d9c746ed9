import { hash } from 'node:crypto';

/** Returns the first 128 bits of the SHA-256 of a text, as 32 hex digits. */
export function digest128(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 32);
}
