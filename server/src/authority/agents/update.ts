import type { WriteContext } from '../../context.ts';
import { countedCurrencies, noLimits } from '../../engine/model/state.ts';
import { countLimits, sumPastSpending } from '../../engine/plain-writes/count-limits.ts';
import { setUpRuleHistory } from '../../engine/plain-writes/set-up-rule-history.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { changesBetween } from '../../terms/changes.ts';
import { changedLimits } from '../../terms/limits.ts';
import { changedRules } from '../../terms/rules.ts';
import { changedTags, requireTagsFit } from '../../http/tags.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { lockKnownAgent } from './get.ts';
import { type AgentRow, updateAgentRow } from './queries.ts';
import type { UpdateAgentAttributes } from './schema.ts';
import { agentResource, termsOf } from './view.ts';
import { requireListed } from '../../identity/parties/listed-counterparties.ts';
import { requireOwnWallets } from './wallets.ts';

/**
 * Updates an agent that is not revoked with the attributes that were sent. Waits for the agent's payments in progress;
 * later ones are checked against the new limits, which include what was already spent in the current UTC day and month.
 */
export function updateAgent(
  ctx: WriteContext,
  id: Id<'agt'>,
  attributes: UpdateAgentAttributes,
): Promise<HttpResponse> {
  const { actor } = ctx;
  return write(ctx, { targetId: id }, async (tx, now) => {
    const owner = { spenderId: id, ownerPartyId: actor.partyId };
    const past = await sumPastSpending(tx, owner, changedLimits(noLimits, attributes.limits ?? null), now);
    const agent = await lockKnownAgent(tx, actor.partyId, id);
    if (Object.keys(attributes).length === 0) return { response: single(agentResource(agent)) };
    const { name = agent.name, description = agent.description } = attributes;
    const tags = attributes.tags ? changedTags(agent.tags, attributes.tags) : agent.tags;
    requireTagsFit(tags);
    const limits = changedLimits(agent, attributes.limits);
    const rules = changedRules(agent.rules, attributes.rules);
    const { walletIds = agent.walletIds, reads = agent.reads } = attributes;
    if (attributes.walletIds) await requireOwnWallets(tx, actor.partyId, attributes.walletIds);
    await requireListed(tx, actor.partyId, attributes.rules);
    const by = { updatedAt: now, updatedBy: actor.userId };
    const changes = { name, description, tags, rules, walletIds, reads, ...limits, ...by };
    const changed: AgentRow = { ...agent, ...changes };
    if (attributes.limits !== undefined) {
      await countLimits(tx, owner, countedCurrencies(limits, agent.currency), past);
    }
    if (attributes.rules !== undefined) {
      await setUpRuleHistory(tx, { agentId: id, ownerPartyId: actor.partyId }, rules, now);
    }
    await updateAgentRow(tx, changed);
    const response = single(agentResource(changed));
    return { response, changes: changesBetween(termsOf(agent), termsOf(changed)) };
  });
}
