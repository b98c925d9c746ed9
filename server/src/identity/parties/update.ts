import { changesBetween } from '../../terms/changes.ts';
import type { WriteContext } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { changedDefaults } from '../../terms/agent-defaults.ts';
import { write } from '../../idempotency/write.ts';
import { present } from './get.ts';
import { requireListed } from './listed-counterparties.ts';
import { lockParty, type PartyRow, renameParty, updateAgentDefaults } from './queries.ts';
import type { UpdatePartyAttributes } from './schema.ts';
import { partyResource, termsOf } from './view.ts';

/** Changes the attributes of the actor's party that were sent. Throws `invalid_value` if a rule lists what does not exist. */
export function updateParty(
  ctx: WriteContext,
  { displayName, name = displayName, agentDefaults: sent }: UpdatePartyAttributes,
): Promise<HttpResponse> {
  const { partyId: targetId } = ctx.actor;
  return write(ctx, { targetId }, async (tx, now) => {
    const party = present(await lockParty(tx, targetId));
    const changed: PartyRow = { ...party };
    if (name !== undefined && name !== party.name) {
      await renameParty(tx, { partyId: targetId, name, now });
      Object.assign(changed, { name, updatedAt: now });
    }
    if (sent !== undefined) {
      const place = '/data/attributes/agentDefaults/rules';
      await requireListed(tx, targetId, sent?.rules, place);
      const defaults = changedDefaults(party.agentDefaults, sent);
      await updateAgentDefaults(tx, { partyId: targetId, defaults, now });
      Object.assign(changed, { agentDefaults: defaults, updatedAt: now });
    }
    return {
      response: single(partyResource(changed)),
      changes: changesBetween(termsOf(party), termsOf(changed)),
    };
  });
}
