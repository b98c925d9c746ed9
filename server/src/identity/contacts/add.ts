import type { WriteContext } from '../../context.ts';
import { enqueueMail, findFullRecipients } from '../../engine/plain-writes/enqueue-mail.ts';
import { maxMailsPerHour } from '../../engine/model/journal.ts';
import { fault, PurserError } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import { newId } from '../../lib/id.ts';
import { lockAddresses } from '../parties/addresses.ts';
import { countOtherPending, findLastExpiry, findOwner, insertPending } from './queries.ts';
import type { AddContactAttributes } from './schema.ts';
import { refuseFull } from './verify.ts';
import { contactResource } from './view.ts';

const valid_ms = 24 * 3_600_000;
const betweenMessages_ms = 60_000;
const maxPending = 20;

/**
 * Adds an address to the actor's party and sends a token to it. Until the token comes back, the address leads nowhere.
 * An address of another party gets the same response as a free one. Throws `conflict` for an address that the party has
 * verified, if too many of its addresses are verified or wait for their token, and for a phone number if no text message
 * can be sent; and `rate_limited` within a minute of the last message to the address, or after too many within the hour.
 */
export function addContact(
  ctx: WriteContext,
  { address: { type: kind, value } }: AddContactAttributes,
): Promise<HttpResponse> {
  const { actor } = ctx;
  const { partyId } = actor;
  return write(ctx, { targetId: null }, async (tx, now) => {
    if (kind === 'phone' && ctx.texts.isDown()) {
      throw fault('conflict', 'This server cannot send text messages, so it cannot verify a phone number.');
    }
    await lockAddresses(tx, partyId);
    if ((await findOwner(tx, { kind, value })) === partyId) {
      throw fault('conflict', 'Your party has verified this address already.');
    }
    if ((await countOtherPending(tx, { partyId, kind, value, now })) >= maxPending) {
      throw fault('conflict', `At most ${maxPending} addresses can wait for their token. Remove some first.`);
    }
    await refuseFull(tx, partyId);
    const last = await findLastExpiry(tx, { partyId, kind, value });
    const wait_ms = last === null ? 0 : last.getTime() - valid_ms + betweenMessages_ms - now.getTime();
    if (wait_ms > 0) throw tooSoon(wait_ms);
    if ((await findFullRecipients(tx, { partyId, recipients: [value], now })).size > 0) throw tooMany();
    const expiresAt = new Date(now.getTime() + valid_ms);
    const id = newId('con');
    const row = { id, partyId, kind, value, createdAt: now, verifiedAt: null, expiresAt };
    const added = await insertPending(tx, row, actor.userId);
    const resourceId = added.id;
    await enqueueMail(tx, { kind: 'contactVerification', resourceId, partyId, recipient: value, now });
    return { response: single(contactResource(added), 201), targetId: added.id };
  });
}

// Also after the address was removed, so that nobody fills a foreign mailbox by adding and removing it.
function tooSoon(wait_ms: number): PurserError {
  const detail =
    'A token was sent to this address less than a minute ago. Wait for the seconds in Retry-After.';
  return new PurserError([{ code: 'rate_limited', detail }], { retryAfter_s: Math.ceil(wait_ms / 1000) });
}

function tooMany(): PurserError {
  const detail = `Your party has sent this address ${maxMailsPerHour} messages within the hour.`;
  return new PurserError([{ code: 'rate_limited', detail }], { retryAfter_s: 3_600 });
}
