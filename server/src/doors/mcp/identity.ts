import type { PartyUsageResource } from '../../authority/usage/resource.ts';
import type { AgentRules } from '../../engine/model/agent-rules.ts';
import type { PartyResource } from '../../identity/parties/resource.ts';
import { agentKeyScopes } from '../../scopes.ts';
import { publicId } from '../../lib/id.ts';
import type { Caller } from './caller.ts';
import { decimal } from './money.ts';
import { rulesInWords } from '../../terms/rules.ts';
import { untrusted } from './untrusted.ts';

const forAgents: ReadonlySet<string> = new Set(agentKeyScopes);

/** Returns who calls, what bounds it, and how much of that is left. */
export async function identityOf(caller: Caller): Promise<object> {
  const { actor, config } = caller.ctx;
  const shared = {
    party_id: publicId('pty', actor.partyId),
    environment: config.environment,
    may: [...actor.scopes].filter((scope) => actor.agentId === null || forAgents.has(scope)),
    tools_digest: caller.digest,
  };
  return actor.agentId === null
    ? { ...shared, ...(await userOf(caller)) }
    : { ...shared, ...(await agentOf(caller, publicId('agt', actor.agentId))) };
}

async function agentOf(caller: Caller, agentId: string): Promise<object> {
  const params = { agentId };
  const { data: agent } = await caller.call('GET /agents/:agentId', { params });
  const { data: usage } = await caller.call('GET /agents/:agentId/usage', {
    params,
  });
  const spendable = Object.entries(usage.attributes.spendable).map(([currency, amount]) => [
    currency,
    amount === null ? null : decimal(amount, currency),
  ]);
  const party = await partyOf(caller);
  return {
    agent_id: agentId,
    agent_status: agent.attributes.status,
    limits: limitsOf(usage.attributes.limits),
    spendable: Object.fromEntries(spendable) as object,
    rules: rulesInWords(agent.attributes.rules as AgentRules | null),
    ...untrusted({ agent_name: agent.attributes.name, party_name: party?.attributes.name }),
  };
}

async function userOf(caller: Caller): Promise<object> {
  const usage = 'GET /parties/me/usage';
  const party = await partyOf(caller);
  const limits = caller.may(usage) ? (await caller.call(usage, {})).data.attributes.limits : null;
  return {
    user_id: publicId('usr', caller.ctx.actor.userId),
    ...(limits && { limits: limitsOf(limits) }),
    ...untrusted({ party_name: party?.attributes.name }),
  };
}

async function partyOf(caller: Caller): Promise<PartyResource | null> {
  const name = 'GET /parties/me';
  const isReadable = caller.may(name) && !caller.ctx.actor.readsOwn;
  return isReadable ? (await caller.call(name, {})).data : null;
}

type Limits = PartyUsageResource['attributes']['limits'];

/** Amounts as decimal strings; numbers of payments as they are. */
function limitsOf(limits: Limits): object[] {
  return limits.map(({ window, currency, limit, used, left, resetsAt }) => {
    const shown = (figure: number | null) =>
      figure === null || currency === null ? figure : decimal(figure, currency);
    return {
      window,
      currency,
      limit: shown(limit),
      used: shown(used),
      left: shown(left),
      resets_at: resetsAt,
    };
  });
}
