import { hash } from 'node:crypto';

/**
 * Returns a value in a canonical form (names sorted, bigints as digits), so that a retry that was serialized
 * differently is still the same request.
 */
export function canonical(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value !== 'object' || value instanceof Date) return value; // JSON.stringify converts dates
  if (Array.isArray(value)) return value.map(canonical);
  const members = value as Record<string, unknown>;
  const inOrder: Record<string, unknown> = {};
  for (const name of Object.keys(members).toSorted()) inOrder[name] = canonical(members[name]);
  return inOrder;
}

/** Returns the SHA-256 of a value in its canonical form. */
export function fingerprint(form: unknown): Buffer {
  // Via hex digits: for a digest in bytes Node allocates separate memory, which costs three times as much.
  return Buffer.from(hash('sha256', JSON.stringify(form), 'hex'), 'hex');
}
