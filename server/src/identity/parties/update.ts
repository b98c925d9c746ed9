import type { WriteContext } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import { present } from './get.ts';
import { lockParty, renameParty } from './queries.ts';
import type { UpdatePartyAttributes } from './schema.ts';
import { partyResource } from './view.ts';

export function updateParty(ctx: WriteContext, { name }: UpdatePartyAttributes): Promise<HttpResponse> {
  const { partyId: targetId } = ctx.actor;
  return write(ctx, { targetId }, async (tx, now) => {
    const party = present(await lockParty(tx, targetId));
    if (name === undefined || name === party.name) return { response: single(partyResource(party)) };
    await renameParty(tx, { partyId: targetId, name, now });
    return { response: single(partyResource({ ...party, name, updatedAt: now })) };
  });
}
