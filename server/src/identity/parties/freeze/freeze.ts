import type { WriteContext } from '../../../context.ts';
import { recordEvent } from '../../../engine/plain-writes/record-event.ts';
import type { HttpResponse } from '../../../http/endpoint.ts';
import { singleWith } from '../../../http/envelope.ts';
import { write } from '../../../idempotency/write.ts';
import { readUnderWay } from '../../under-way/list.ts';
import { lockSpending } from '../queries.ts';
import { changePartyStatus } from './queries.ts';
import { partyFreezeResource } from './view.ts';

/**
 * Freezes the actor's party, or unfreezes it, and returns what it has under way. Freezing waits for what the party pays
 * or asks for at the moment: nothing of it commits after the response, on any server. A party in that state already
 * stays as it is.
 */
export function setFrozen(ctx: WriteContext, isFrozen: boolean): Promise<HttpResponse> {
  const { actor } = ctx;
  const { partyId } = actor;
  const [from, to] = isFrozen ? (['ACTIVE', 'FROZEN'] as const) : (['FROZEN', 'ACTIVE'] as const);
  return write(ctx, { targetId: partyId }, async (tx, now) => {
    await lockSpending(tx, partyId);
    if (await changePartyStatus(tx, { partyId, from, to, now })) {
      await recordEvent(tx, { resource: 'party', resourceId: partyId, from, to, now });
    }
    const underWay = await readUnderWay(tx, actor, { partyId });
    return { response: singleWith(partyFreezeResource(partyId, to), { underWay }) };
  });
}
