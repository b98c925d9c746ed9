import { revokeApiKeysOf } from '../api-keys/revoke.ts';
import { endAgentGrants } from '../oauth-grants/end.ts';
import type { Context, WriteContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { recordEvent, recordEvents } from '../../engine/plain-writes/record-event.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { type Done, write } from '../../idempotency/write.ts';
import { changesBetween } from '../../terms/changes.ts';
import type { Id } from '../../lib/id.ts';
import {
  deleteMember,
  disableWebhooksOf,
  listAgentKeysOf,
  lockMembers,
  type MemberRow,
  revokeInvitationsOf,
  updateRole,
} from './queries.ts';
import { requireLasting } from '../../http/permission.ts';
import { type Role, scopesOfRole } from '../../http/roles.ts';
import { memberResource, removedMember } from './view.ts';

/**
 * Gives a member of the actor's party another role, which bounds the member's keys from the next request on. Open
 * invitations by somebody who becomes a MEMBER or APPROVER, and may no longer invite, are revoked; OAuth grants by which
 * programs act as agents end if the one who gave them may no longer pay. Throws `user_not_found`, `forbidden` if only an
 * owner may do this, or a key that expires would give more, and `conflict` if it would leave the party without one.
 */
export function changeRole(
  ctx: WriteContext,
  userId: Id<'usr'>,
  role: Role | undefined,
): Promise<HttpResponse> {
  const { partyId, userId: changerId } = ctx.actor;
  const by = { userId: changerId };
  return changeMember(ctx, userId, async (tx, member, members, now) => {
    const changed = { ...member, role: role ?? member.role };
    if (changed.role === member.role) return { response: single(memberResource(member)) };
    requireAuthority(ctx, members, [member.role, changed.role]);
    if (givesMore(member.role, changed.role)) requireLasting(ctx.actor);
    requireOwner(members, changed);
    await updateRole(tx, { partyId: member.partyId, userId, role: changed.role });
    const may = scopesOfRole(changed.role);
    if (!may.includes('invite.create')) await revokeInvitations(tx, member, now);
    if (!may.includes('payments.create')) await endAgentGrants(tx, { partyId, userId }, { ...by, now });
    const changes = changesBetween({ role: member.role }, { role: changed.role });
    return { response: single(memberResource(changed)), changes };
  });
}

/**
 * Removes a member from the actor's party and revokes the member's API keys for this party and the open invitations that
 * the member sent: one of them may lead back. Ends the OAuth grants that the member gave. Disables the webhooks that the member made. The keys of agents that the
 * member made, and what waits for approval, stay: the response names keys and webhooks. Throws like `changeRole`.
 */
export function removeMember(ctx: WriteContext, userId: Id<'usr'>): Promise<HttpResponse> {
  const { actor } = ctx;
  return changeMember(ctx, userId, async (tx, member, members, now) => {
    requireAuthority(ctx, members, [member.role]);
    requireOwner(members, { ...member, role: null });
    const { membershipId: resourceId } = member;
    // First: an event records what its resource is.
    await recordEvent(tx, { resource: 'member', resourceId, from: 'ACTIVE', to: 'REVOKED', now });
    await deleteMember(tx, member.partyId, userId);
    await revokeApiKeysOf(tx, member.partyId, userId, { userId: actor.userId, now });
    await endAgentGrants(tx, { partyId: member.partyId, userId }, { userId: actor.userId, now });
    await revokeInvitations(tx, member, now);
    const made = { partyId: member.partyId, userId, now };
    const [agentKeys, webhooks] = [await listAgentKeysOf(tx, made), await disableWebhooksOf(tx, made)];
    const response = removedMember(member, { agentKeys, webhooks });
    return { response, changes: changesBetween({ role: member.role }, {}) };
  });
}

async function revokeInvitations(tx: Queryable, { partyId, id }: MemberRow, now: Date): Promise<void> {
  const revoked = await revokeInvitationsOf(tx, { partyId, userId: id, now });
  const events = revoked.map(({ id: resourceId }) => {
    return { resource: 'invitation', resourceId, from: 'PENDING', to: 'REVOKED', now } as const;
  });
  await recordEvents(tx, events);
}

type Change = (tx: Queryable, member: MemberRow, members: readonly MemberRow[], now: Date) => Promise<Done>;

/** Locks all members before the actor's own key, so that two members who change each other do not deadlock. */
function changeMember(ctx: WriteContext, userId: Id<'usr'>, work: Change): Promise<HttpResponse> {
  const { partyId } = ctx.actor;
  let members: readonly MemberRow[] = [];
  const lockFirst = async (tx: Queryable): Promise<void> => {
    members = await lockMembers(tx, partyId);
  };
  return write(ctx, { targetId: userId, lockFirst }, async (tx, now) => {
    const member = members.find(({ id }) => id === userId);
    if (member) return work(tx, member, members, now);
    throw fault('user_not_found', 'Your party has no member with this id.', { parameter: 'userId' });
  });
}

function givesMore(before: Role, after: Role): boolean {
  const had = new Set(scopesOfRole(before));
  return after === 'OWNER' || scopesOfRole(after).some((scope) => !had.has(scope));
}

/** Throws `forbidden` if one of the roles, before or after the change, is OWNER and the actor is no owner. */
function requireAuthority({ actor }: Context, members: readonly MemberRow[], roles: readonly Role[]): void {
  const isOwner = members.some(({ id, role }) => id === actor.userId && role === 'OWNER');
  if (isOwner || !roles.includes('OWNER')) return;
  throw fault('forbidden', 'Only an owner may make, change or remove an owner.');
}

/** Throws `conflict` if nobody would be an owner after the change. */
function requireOwner(
  members: readonly MemberRow[],
  changed: Pick<MemberRow, 'id'> & { role: Role | null },
): void {
  const roles = members.map((member) => (member.id === changed.id ? changed.role : member.role));
  if (!roles.includes('OWNER')) throw fault('conflict', 'The last owner of a party stays its owner.');
}
