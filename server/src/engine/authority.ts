import type { Id } from '../lib/id.ts';
import type { Limit } from './limits.ts';
import type { Refusal } from './outcomes.ts';
import { pairKey } from './state.ts';
import type { Actor, Delegation, Grant, State } from './state.ts';

const needed = 'payments.create';

/**
 * Which limits bound a payment by this actor from this party's wallet, or why it may not pay at all.
 * The acting agent's own limit always counts; a customer adds what it granted.
 */
export function payerAuthority(actor: Actor, payer: Id<'pty'>, state: State): Limit[] | Refusal {
  const limits: Limit[] = [];
  const agent = actor.agentId ? state.agents.get(actor.agentId) : undefined;
  if (agent)
    limits.push({
      owner: agent.partyId,
      perTransaction: agent.perTransaction,
      currency: currencyOf(agent.partyId, state),
    });
  if (payer === actor.partyId) return limits;

  const delegation = state.delegations.get(pairKey(payer, actor.partyId));
  if (!delegation || delegation.status !== 'ACTIVE') return 'customer_unknown';
  const granted = grantedLimit(delegation, actor.agentId);
  if (granted === 'nothing') return 'delegation_forbids';
  limits.push({ owner: payer, perTransaction: granted, currency: currencyOf(payer, state) });
  return limits;
}

/**
 * What the customer agreed to, a payment: as an agent, that agent's grant; as the party, the largest grant it gave
 * to any of the party's agents, since it never agreed to more. Null is no limit.
 */
function grantedLimit(delegation: Delegation, agentId: Id<'agt'> | null): bigint | null | 'nothing' {
  if (!delegation.permissions.includes(needed)) return 'nothing';
  const usable = delegation.grants
    .filter(allowsPaying)
    .filter((grant) => !agentId || grant.agentId === agentId);
  if (usable.length === 0) return 'nothing';
  const limits = usable.map((grant) => grant.perTransaction);
  return limits.reduce((largest, limit) =>
    largest === null || limit === null ? null : limit > largest ? limit : largest,
  );
}

function allowsPaying(grant: Grant): boolean {
  return grant.status === 'ACTIVE' && grant.permissions.includes(needed);
}

function currencyOf(partyId: Id<'pty'>, state: State): string {
  return state.parties.get(partyId)?.defaultCurrency ?? 'USD';
}
