import type { Context, WriteContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { maxMailsPerHour } from '../../engine/model/journal.ts';
import { recordExpired } from '../../engine/plain-writes/record-expired.ts';
import { enqueueMails, findFullRecipients } from '../../engine/plain-writes/enqueue-mail.ts';
import { recordEvents } from '../../engine/plain-writes/record-event.ts';
import { recordTags } from '../../engine/plain-writes/record-tags.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { requireLasting } from '../../http/permission.ts';
import { write } from '../../idempotency/write.ts';
import { type Id, newId } from '../../lib/id.ts';
import { expiring } from './close.ts';
import { expireInvitationsOf, insertInvitations, type InvitationRow, listTakenAddresses } from './queries.ts';
import type { FailedEntry } from './resource.ts';
import {
  type CreateInvitationsAttributes,
  type InvitationEntry,
  type InvitedRole,
  invitedRoles,
} from './schema.ts';
import { invitationResource } from './view.ts';
import { comparableEmail, isEmail, normalEmail } from '../../lib/text.ts';

const day_ms = 24 * 3_600_000;

/**
 * Invites people to the actor's party, each by mail. Entries for which no invitation can be created are listed in
 * `meta.failed` with the reason, and do not affect the others. Throws `forbidden` if the actor's key expires.
 */
export function createInvitations(
  ctx: WriteContext,
  attributes: CreateInvitationsAttributes,
): Promise<HttpResponse> {
  const request = { targetId: ctx.actor.partyId };
  return write(ctx, request, async (tx, now) => {
    requireLasting(ctx.actor);
    return { response: await invite(ctx, tx, attributes, now) };
  });
}

async function invite(
  ctx: Context,
  tx: Queryable,
  { invitations, expiresInDays, tags }: CreateInvitationsAttributes,
  now: Date,
): Promise<HttpResponse> {
  const { partyId, userId } = ctx.actor;
  const expiresAt = new Date(now.getTime() + expiresInDays * day_ms);
  const entries = readEntries(invitations);
  const sound = entries.filter((entry) => 'role' in entry);
  const emails = sound.map(({ email }) => email);
  await recordExpired(tx, expiring, await expireInvitationsOf(tx, { partyId, emails, now }), now);
  const errorOf = await findErrors(tx, partyId, emails, now);
  const rows = sound
    .filter(({ email }) => errorOf(email) === null)
    .map(({ email, role }): InvitationRow => ({
      id: newId('inv'),
      email,
      role,
      status: 'PENDING',
      tags,
      expiresAt,
      createdAt: now,
      acceptedAt: null,
    }));
  const stored = await insertInvitations(tx, rows, { partyId, userId, expiresAt, tags, now });
  const made = rows.filter(({ email }) => stored.has(email));
  await recordTags(
    tx,
    made.map(({ id }) => ({ resource: 'invitation', id, partyIds: [partyId], tags })),
  );
  await tell(ctx, tx, made, now);
  const failed = entries.flatMap((entry): FailedEntry[] => {
    if ('error' in entry) return [entry];
    const { sent, email } = entry;
    if (stored.has(email)) return [];
    return [{ email: sent, error: errorOf(email) ?? 'This address has already been invited.' }];
  });
  return { status: 201, body: { data: made.map(invitationResource), meta: { failed } } };
}

/**
 * Returns what says why an address cannot be invited: nobody new can be behind it, or it gets no more mails of the party,
 * and an invitation without its mail could not be answered. Null for any other.
 */
async function findErrors(
  tx: Queryable,
  partyId: Id<'pty'>,
  emails: readonly string[],
  now: Date,
): Promise<(email: string) => string | null> {
  const takenBy = await findTaken(tx, partyId);
  const full = await findFullRecipients(tx, { partyId, recipients: emails, now });
  const enough = `Your party has sent this address ${maxMailsPerHour} messages within the hour.`;
  return (email) => takenBy(email) ?? (full.has(email) ? enough : null);
}

/**
 * Returns what says why nobody new can be behind an address; null for any other. An address of the party itself would only
 * give whoever reads its mail a second user, and so a second voice over the payments of the first.
 */
async function findTaken(tx: Queryable, partyId: Id<'pty'>): Promise<(email: string) => string | null> {
  const taken = new Map<string, string>();
  for (const { email, isMember } of await listTakenAddresses(tx, partyId)) {
    const name = comparableEmail(email);
    if (isMember) taken.set(name, 'This address belongs to a member already.');
    else if (!taken.has(name)) taken.set(name, 'This address is one of the party itself.');
  }
  return (email) => taken.get(comparableEmail(email)) ?? null;
}

async function tell(
  { actor }: Context,
  tx: Queryable,
  made: readonly InvitationRow[],
  now: Date,
): Promise<void> {
  const { partyId } = actor;
  await recordEvents(
    tx,
    made.map(({ id, status }) => ({ resource: 'invitation', resourceId: id, from: null, to: status, now })),
  );
  await enqueueMails(
    tx,
    made.map(({ id, email }) => ({
      kind: 'partyInvitation',
      resourceId: id,
      partyId,
      recipient: email,
      now,
    })),
  );
}

/** A valid entry; `sent` is its address as sent. */
type ReadEntry = { sent: string; email: string; role: InvitedRole };

/** Parses the entries of a request, in order. Each result is a valid entry, or an entry with its error. */
function readEntries(entries: readonly InvitationEntry[]): Array<ReadEntry | FailedEntry> {
  const seen = new Set<string>();
  return entries.map(({ email: sent, role }) => {
    const email = normalEmail(sent);
    if (!isEmail(sent)) return { email: sent, error: 'This is not an e-mail address.' };
    if (!isInvitedRole(role)) return { email: sent, error: 'The role must be MEMBER, ADMIN or APPROVER.' };
    const name = comparableEmail(email);
    if (seen.has(name)) return { email: sent, error: 'This address is in the list more than once.' };
    seen.add(name);
    return { sent, email, role };
  });
}

function isInvitedRole(role: string): role is InvitedRole {
  return (invitedRoles as readonly string[]).includes(role);
}
