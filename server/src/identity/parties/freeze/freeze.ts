import type { WriteContext } from '../../../context.ts';
import type { HttpResponse } from '../../../http/endpoint.ts';
import { singleWith } from '../../../http/envelope.ts';
import { requireFreshSignIn } from '../../../http/require-fresh.ts';
import { write } from '../../../idempotency/write.ts';
import { readUnderWay } from '../../under-way/list.ts';
import { changeFrozen } from './change.ts';
import { partyFreezeResource } from './view.ts';

/**
 * Freezes the actor's party for its people, or lifts their freeze, and returns what it has under way. Freezing waits for
 * what the party pays or asks for at the moment: nothing of it commits after the response, on any server. Throws
 * `sign_in_required` if a browser session of long ago would unfreeze.
 */
export function setFrozen(ctx: WriteContext, isFrozen: boolean): Promise<HttpResponse> {
  const { actor } = ctx;
  const { partyId } = actor;
  return write(ctx, { targetId: partyId }, async (tx, now) => {
    if (!isFrozen) requireFreshSignIn(ctx, null);
    const { party, changes } = await changeFrozen(tx, { partyId, by: 'party', isFrozen, now });
    const underWay = await readUnderWay(tx, actor, { partyId });
    return { response: singleWith(partyFreezeResource(party), { underWay }), changes };
  });
}
