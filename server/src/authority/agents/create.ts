import type { WriteContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import type { AgentRules } from '../../engine/model/agent-rules.ts';
import type { Tags } from '../../engine/model/records.ts';
import { isLimited, type Limits, noLimits } from '../../engine/model/state.ts';
import { recordEvent } from '../../engine/plain-writes/record-event.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { singleWith } from '../../http/envelope.ts';
import { defaultsOf } from '../../terms/agent-defaults.ts';
import type { AgentReads } from '../../terms/agent-reads.ts';
import { changesBetween } from '../../terms/changes.ts';
import { changedLimits } from '../../terms/limits.ts';
import { changedRules } from '../../terms/rules.ts';
import { write } from '../../idempotency/write.ts';
import { type Id, newId } from '../../lib/id.ts';
import { getAgent } from './get.ts';
import { insertAgent } from './queries.ts';
import { requireListed } from '../../identity/parties/listed-counterparties.ts';
import { requireOwnWallets } from './wallets.ts';
import type { CreateAgentAttributes } from './schema.ts';
import { partyNow } from '../../identity/parties/get.ts';
import type { CreatedAgentMeta } from './resource.ts';
import { agentResource, termsOf } from './view.ts';

/**
 * Creates an agent of the actor's party, with the party's defaults for what bounds it and was not sent. It cannot act
 * before it gets a key, or is named in a header.
 */
export function createAgentOf(ctx: WriteContext, attributes: CreateAgentAttributes): Promise<HttpResponse> {
  const { partyId, userId } = ctx.actor;
  const { limits, rules, reads, ...agent } = attributes;
  return write(ctx, { targetId: null }, async (tx, now) => {
    await requireOwnWallets(tx, partyId, agent.walletIds);
    await requireListed(tx, partyId, rules);
    const defaults = defaultsOf((await partyNow(tx, partyId)).agentDefaults);
    const bounds = {
      ...(limits === undefined ? defaults.limits : changedLimits(noLimits, limits)),
      rules: rules === undefined ? defaults.rules : changedRules(null, rules),
    };
    const made = { ...agent, ...bounds, reads: reads ?? defaults.reads, userId, now };
    const id = await createAgent(tx, partyId, made);
    const created = await getAgent(tx, partyId, id);
    const response = singleWith(agentResource(created), boundsMeta(bounds));
    const changes = changesBetween({}, termsOf(created));
    return { response: { ...response, status: 201 }, targetId: id, changes };
  });
}

const unbounded =
  'This agent has no limits of its own: it may spend whatever its party may. Set limits with PATCH, or agentDefaults of the party for the agents to come.';

/** Says whether limits of its own bound a new agent. */
function boundsMeta(limits: Limits): CreatedAgentMeta {
  return isLimited(limits) ? { unbounded: false, notice: null } : { unbounded: true, notice: unbounded };
}

/** Creates an agent. Its limits are in minor units of the party's default currency. */
export async function createAgent(
  tx: Queryable,
  partyId: Id<'pty'>,
  agent: Limits & {
    name: string;
    description: string | null;
    tags: Tags | null;
    rules?: AgentRules | null;
    walletIds?: ReadonlyArray<Id<'wal'>> | null;
    reads?: AgentReads;
    userId: Id<'usr'>;
    now: Date;
  },
): Promise<Id<'agt'>> {
  const id = newId('agt');
  await insertAgent(tx, { rules: null, walletIds: null, reads: 'party', ...agent, partyId, id });
  await recordEvent(tx, { resource: 'agent', resourceId: id, from: null, to: 'ACTIVE', now: agent.now });
  return id;
}
