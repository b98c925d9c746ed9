import { isEmail, normalEmail } from '../lib/text.ts';
import type { Role } from './queries.ts';
import type { FailedEntry } from './resource.ts';
import type { InvitationEntry } from './schema.ts';

/** A valid entry; `sent` is its address as sent. */
export type ReadEntry = { sent: string; email: string; role: Role };

const roles: ReadonlySet<string> = new Set<Role>(['MEMBER', 'ADMIN']);

/** Parses the entries of a request, in order. Each result is a valid entry, or an entry with its error. */
export function readEntries(entries: readonly InvitationEntry[]): Array<ReadEntry | FailedEntry> {
  const seen = new Set<string>();
  return entries.map(({ email: sent, role }) => {
    const email = normalEmail(sent);
    if (!isEmail(sent)) return { email: sent, error: 'This is not an e-mail address.' };
    if (!isRole(role)) return { email: sent, error: 'The role must be MEMBER or ADMIN.' };
    if (seen.has(email)) return { email: sent, error: 'This address is in the list more than once.' };
    seen.add(email);
    return { sent, email, role };
  });
}

function isRole(role: string): role is Role {
  return roles.has(role);
}
