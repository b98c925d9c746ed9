import { hash } from 'node:crypto';

/**
 * SHA-256 over a value in one canonical spelling (names sorted, bigints as digits), so that a retry that was
 * serialised differently is still the same request.
 */
export function fingerprint(value: unknown): Buffer {
  return hash('sha256', canonical(value), 'buffer');
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member === 'bigint') return member.toString();
    if (member === null || typeof member !== 'object' || Array.isArray(member)) return member;
    return sorted(member as Record<string, unknown>);
  });
}

function sorted(members: Record<string, unknown>): Record<string, unknown> {
  const inOrder: Record<string, unknown> = {};
  for (const name of Object.keys(members).toSorted()) inOrder[name] = members[name];
  return inOrder;
}
