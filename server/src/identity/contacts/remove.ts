import type { WriteContext } from '../../context.ts';
import { recordEvent } from '../../engine/plain-writes/record-event.ts';
import { fault, type PurserError } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { removed } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { lockAddresses, showOldestEmail } from '../parties/addresses.ts';
import { closePending, deleteContact, findPending, findVerified } from './queries.ts';
import { contactResource } from './view.ts';

/**
 * Removes an address from the actor's party, verified or pending. Payments to it no longer reach the party. Throws
 * `contact_not_found`, and `conflict` for the last verified address.
 */
export function removeContact(ctx: WriteContext, id: Id<'con'>): Promise<HttpResponse> {
  const { actor } = ctx;
  const { partyId } = actor;
  return write(ctx, { targetId: id }, async (tx, now) => {
    await lockAddresses(tx, partyId); // two removals at once would each see the other's address
    const verified = await findVerified(tx, { partyId, id });
    if (verified) {
      // First: an event records what its resource is.
      await recordEvent(tx, { resource: 'contact', resourceId: id, from: 'VERIFIED', to: 'REMOVED', now });
      const left = await deleteContact(tx, partyId, id);
      if (left === 0) throw fault('conflict', 'A party keeps at least one verified address.');
      await showOldestEmail(tx, partyId, now);
      return { response: removed(contactResource(verified)) };
    }
    const pending = await findPending(tx, { partyId, id, now });
    if (!pending || !(await closePending(tx, { partyId, id, hash: null }))) throw contactNotFound();
    return { response: removed(contactResource(pending)) };
  });
}

/** Returns the 404 for an address that the party does not have, or whose token has expired. */
export function contactNotFound(): PurserError {
  return fault('contact_not_found', 'Your party has no address with this id.', { parameter: 'contactId' });
}
