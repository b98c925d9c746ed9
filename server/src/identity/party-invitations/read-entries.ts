import { isEmail, normalEmail } from '../../lib/text.ts';
import type { FailedEntry } from './resource.ts';
import { type InvitationEntry, type InvitedRole, invitedRoles } from './schema.ts';

/** A valid entry; `sent` is its address as sent. */
export type ReadEntry = { sent: string; email: string; role: InvitedRole };

/** Parses the entries of a request, in order. Each result is a valid entry, or an entry with its error. */
export function readEntries(entries: readonly InvitationEntry[]): Array<ReadEntry | FailedEntry> {
  const seen = new Set<string>();
  return entries.map(({ email: sent, role }) => {
    const email = normalEmail(sent);
    if (!isEmail(sent)) return { email: sent, error: 'This is not an e-mail address.' };
    if (!isInvitedRole(role)) return { email: sent, error: 'The role must be MEMBER or ADMIN.' };
    if (seen.has(email)) return { email: sent, error: 'This address is in the list more than once.' };
    seen.add(email);
    return { sent, email, role };
  });
}

function isInvitedRole(role: string): role is InvitedRole {
  return (invitedRoles as readonly string[]).includes(role);
}
