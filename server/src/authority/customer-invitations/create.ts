import { columnsOf } from '../../db/arrays.ts';
import { lockKnownAgent } from '../agents/get.ts';
import type { Context, WriteContext } from '../../context.ts';
import { enqueueMails, findFullRecipients } from '../../engine/plain-writes/enqueue-mail.ts';
import { noLimits } from '../../engine/model/state.ts';
import type { NewMail } from '../../engine/model/journal.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { requireHeld, requireMayGive } from '../../http/permission.ts';
import { changedLimits } from '../../terms/limits.ts';
import { write } from '../../idempotency/write.ts';
import { type Id, newId } from '../../lib/id.ts';
import { newLinkToken } from '../../lib/secret.ts';
import {
  closeInvitations,
  findOtherParties,
  findOwnAddresses,
  insertInvitations,
  type InvitationRow,
  type Terms,
} from './queries.ts';
import { type ReadRecipient, readRecipients, type Recipient, recipientKey } from './read-recipients.ts';
import type { InviteCustomersAttributes } from './schema.ts';
import { customerInvitationResource } from './view.ts';
import type { Queryable } from '../../db/sql.ts';
import { recordExpired } from '../../engine/plain-writes/record-expired.ts';
import { type NewEvent, recordEvents } from '../../engine/plain-writes/record-event.ts';
import { expiring } from './expire.ts';

const openFor_ms = 30 * 24 * 3_600_000;

/**
 * Invites customers to an active agent of the actor's party, by mail or text message. A new invitation
 * replaces a pending one for the same recipient. Recipients who cannot be invited, or cannot be told now, are listed in
 * `meta.emailFailures`. Throws `agent_not_found`, `conflict`, `invalid_value` if `expiresAt` is in the past,
 * `forbidden` if the actor's key expires and no program has it, and `insufficient_scope` for each permission that it lacks itself.
 */
export function inviteCustomers(
  ctx: WriteContext,
  agentId: Id<'agt'>,
  attributes: InviteCustomersAttributes,
): Promise<HttpResponse> {
  const { actor } = ctx;
  return write(ctx, { targetId: agentId }, async (tx, now) => {
    // A program that ends was let to invite by a person; of any other key that ends, nobody says so.
    (actor.grant ? requireHeld : requireMayGive)(actor, attributes.permissions, (place) => ({
      pointer: `/data/attributes/permissions/${place}`,
    }));
    const terms = termsOf(attributes, now);
    const agent = await lockKnownAgent(tx, actor.partyId, agentId);
    const read = readRecipients(attributes.recipients);
    const addresses = await findAddresses(ctx, tx, read, now);
    const invitations = read.flatMap(({ recipient }) =>
      recipient && addresses.has(recipientKey(recipient)) ? [newInvitation(recipient, terms, now)] : [],
    );
    await replaceInvitations(ctx, tx, invitations, { ...terms, agentId, now });
    await enqueueMails(tx, mailsTo(ctx, invitations, addresses, now));
    const emailFailures = read
      .filter(({ recipient }) => !recipient || !isTold(ctx, recipient, addresses))
      .map(({ sent }) => sent);
    const data = invitations.map((invitation) =>
      customerInvitationResource(agent, invitation, ctx.baseUrl()),
    );
    return { response: { status: 201, body: { data, meta: { emailFailures, alreadyConnected: [] } } } };
  });
}

function termsOf(attributes: InviteCustomersAttributes, now: Date): Terms {
  const { permissions, limits, tags, expiresAt = new Date(now.getTime() + openFor_ms) } = attributes;
  if (expiresAt <= now) {
    throw fault('invalid_value', '`expiresAt` must be in the future.', {
      pointer: '/data/attributes/expiresAt',
    });
  }
  return { permissions, ...changedLimits(noLimits, limits), tags, expiresAt };
}

function newInvitation(recipient: Recipient, terms: Terms, now: Date): InvitationRow {
  return {
    ...terms,
    id: newId('adi'),
    recipient,
    customerPartyId: recipient.type === 'party_id' ? recipient.value : null,
    linkToken: newLinkToken(),
    status: 'PENDING',
    createdAt: now,
    updatedAt: now,
  };
}

function mailsTo(
  { actor }: Context,
  invitations: readonly InvitationRow[],
  addresses: Addresses,
  now: Date,
): NewMail[] {
  return invitations.flatMap(({ id, recipient }) => {
    const address = addresses.get(recipientKey(recipient)) ?? null;
    if (address === null) return [];
    const { partyId } = actor;
    return [{ kind: 'customerInvitation', resourceId: id, partyId, recipient: address, now }];
  });
}

/** Returns whether the recipient is invited, and not by a mail or text message that cannot be sent at the moment. */
function isTold({ mail, texts }: Context, recipient: Recipient, addresses: Addresses): boolean {
  const { type } = recipient;
  const isDown = (type === 'email' && mail.isDown()) || (type === 'phone' && texts.isDown());
  return addresses.has(recipientKey(recipient)) && !isDown;
}

/** The e-mail address or phone number of each recipient who can be invited; null if nothing can be sent there. */
type Addresses = ReadonlyMap<string, string | null>;

/**
 * Finds the recipients who can be invited: other ACTIVE parties, and addresses that are not the actor's own. An address
 * that gets no more mails of the actor's party is none: an invitation without its mail could not be answered there. A
 * party can: it reads what it is invited to.
 */
async function findAddresses(
  { actor, texts }: Context,
  tx: Queryable,
  read: readonly ReadRecipient[],
  now: Date,
): Promise<Addresses> {
  const recipients = read.flatMap(({ recipient }) => recipient ?? []);
  const partyIds = recipients.flatMap(({ type, value }) => (type === 'party_id' ? [value] : []));
  const parties = await findOtherParties(tx, actor.partyId, partyIds);
  const own = new Set(
    (
      await findOwnAddresses(tx, {
        ...columnsOf(recipients, ['type', 'value']),
        partyId: actor.partyId,
      })
    ).map(recipientKey),
  );
  const found = new Map(
    recipients.flatMap((recipient): Array<[string, string | null]> => {
      const { type, value } = recipient;
      const key = recipientKey(recipient);
      if (type === 'party_id') return parties.has(value) ? [[key, parties.get(value) ?? null]] : [];
      return own.has(key) ? [] : [[key, type === 'phone' && texts.isDown() ? null : value]];
    }),
  );
  const sentTo = [...found.values()].filter((address) => address !== null);
  const full = await findFullRecipients(tx, { partyId: actor.partyId, recipients: sentTo, now });
  for (const recipient of recipients) {
    const key = recipientKey(recipient);
    if (!full.has(found.get(key) ?? '')) continue;
    if (recipient.type === 'party_id') found.set(key, null);
    else found.delete(key);
  }
  return found;
}

/** Replaces pending invitations by new ones. The lock on the agent prevents concurrent replacements. */
async function replaceInvitations(
  { actor }: Context,
  tx: Queryable,
  invitations: readonly InvitationRow[],
  terms: Terms & { agentId: Id<'agt'>; now: Date },
): Promise<void> {
  const { partyId, userId } = actor;
  const { agentId, now } = terms;
  const recipients = invitations.map(({ recipient }) => recipient);
  const replaced = columnsOf(recipients, ['type', 'value']);
  const closed = await closeInvitations(tx, { ...replaced, partyId, agentId, now });
  await insertInvitations(tx, invitations, { ...terms, partyId, userId });
  const expired = closed.filter(({ status }) => status === 'EXPIRED').map(({ id }) => id);
  await recordExpired(tx, expiring, expired, now);
  const canceled = closed.filter(({ status }) => status === 'CANCELED');
  await recordEvents(tx, [
    ...canceled.map(({ id, status }) => change(id, 'PENDING', status, now)),
    ...invitations.map(({ id, status }) => change(id, null, status, now)),
  ]);
}

function change(id: Id<'adi'>, from: 'PENDING' | null, to: InvitationRow['status'], now: Date): NewEvent {
  return { resource: 'customerInvitation', resourceId: id, from, to, now };
}
