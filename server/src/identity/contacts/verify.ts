import { hashLinkToken } from '../../db/link-token.ts';
import type { Queryable } from '../../db/sql.ts';
import type { WriteContext } from '../../context.ts';
import { nothingReceived } from '../../engine/plain-writes/claim-waiting.ts';
import { recordEvent } from '../../engine/plain-writes/record-event.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { moveFirst } from '../claims/move.ts';
import { receivedToJson } from '../claims/received.ts';
import { lockAddresses, showOldestEmail } from '../parties/addresses.ts';
import { takeOver } from '../parties/take-over.ts';
import { closePending, countVerified, findPending, insertVerified } from './queries.ts';
import { contactNotFound } from './remove.ts';
import { contactResource } from './view.ts';

const maxVerified = 50; // a decision for an agent with lists loads all addresses of a payee

/** Throws `conflict` if the party may not have another verified address. */
export async function refuseFull(tx: Queryable, partyId: Id<'pty'>): Promise<void> {
  if ((await countVerified(tx, partyId)) < maxVerified) return;
  throw fault('conflict', `A party has at most ${maxVerified} verified addresses. Remove some first.`);
}

/**
 * Verifies a pending address of the actor's party with the token that was sent to it. From then on the address leads to
 * the party, and what waits for the address is its own, as by a claim. It moves after the commit: a part of it before the
 * response, the rest in the background. Throws `contact_not_found`, `invalid_value` for another token, and `conflict` if
 * another party has verified the address, or if the party has too many or has taken over too many.
 */
export async function verifyContact(ctx: WriteContext, id: Id<'con'>, token: string): Promise<HttpResponse> {
  const { actor } = ctx;
  const { partyId } = actor;
  const taken: { from: Id<'pty'> | null } = { from: null };
  const response = await write(ctx, { targetId: id }, async (tx, now) => {
    await lockAddresses(tx, partyId);
    const contact = await findPending(tx, { partyId, id, now });
    if (!contact) throw contactNotFound();
    if (!(await closePending(tx, { partyId, id, hash: hashLinkToken(token) }))) {
      const source = { pointer: '/data/attributes/token' };
      throw fault('invalid_value', '`token` must be the one that was last sent to the address.', source);
    }
    await refuseFull(tx, partyId);
    const stored = await insertVerified(tx, { ...contact, now });
    if (!stored) {
      throw fault('conflict', 'This address leads to another party, which has to give it up first.');
    }
    taken.from = stored.takenFrom;
    const received = taken.from ? await takeOver(tx, taken.from, partyId, now) : nothingReceived;
    await showOldestEmail(tx, partyId, now);
    await recordEvent(tx, { resource: 'contact', resourceId: id, from: null, to: 'VERIFIED', now });
    const verified = contactResource({ ...contact, verifiedAt: now, expiresAt: null });
    return {
      response: { status: 200, body: { data: verified, meta: { received: receivedToJson(received) } } },
    };
  });
  if (taken.from) await moveFirst(ctx, taken.from);
  return response;
}
