import type { Context } from '../../context.ts';
import type { HttpResponse, Keyed } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import { present } from './get.ts';
import { lockParty, renameParty } from './queries.ts';
import type { UpdatePartyAttributes } from './schema.ts';
import { partyResource } from './view.ts';

export function updateParty(
  ctx: Context,
  { name }: UpdatePartyAttributes,
  keyed: Keyed,
): Promise<HttpResponse> {
  const { partyId: targetId } = ctx.actor;
  return write(ctx, { ...keyed, targetId }, async (tx, now) => {
    const party = present(await lockParty(tx, targetId));
    if (name === undefined || name === party.name) return { response: single(partyResource(party)) };
    await renameParty(tx, { partyId: targetId, name, now });
    return { response: single(partyResource({ ...party, name, updatedAt: now })) };
  });
}
