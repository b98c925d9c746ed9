import type { Id } from '../../lib/id.ts';
import { isLimited } from '../model/state.ts';
import type { Limit } from './limits.ts';
import type { Refusal } from '../model/outcomes.ts';
import { delegationOf } from '../model/state.ts';
import type { DelegationView, Grant, Limits, State } from '../model/state.ts';

/** On whose behalf, and as which agent of it. */
export type Initiator = { partyId: Id<'pty'>; agentId: Id<'agt'> | null };

/**
 * Which limits bound a payment that this party asks for from that party's wallet, or why it may not ask at all. The
 * acting agent's limits always count, and those of both parties; a customer adds what it granted.
 */
export function payerAuthority(initiator: Initiator, payer: Id<'pty'>, state: State): Limit[] | Refusal {
  const limits = spenderLimits(initiator, payer, state);
  if (payer === initiator.partyId) return limits;

  const delegation = delegationOf(state, payer, initiator.partyId);
  if (!delegation || delegation.status !== 'ACTIVE') return 'customer_unknown';
  const granted = grantedLimit(delegation, initiator.agentId);
  if (granted === 'nothing') return 'delegation_forbids';
  if (granted === null) return limits;
  const currency = currencyOf(payer, state);
  return [...limits, { owner: payer, spender: null, perTransaction: granted, ...noWindows, currency }];
}

const noWindows = { perDay: null, perMonth: null };

/** The limits of those whose spending is counted, if they have any: the agent, its party, and the party that pays. */
export function spenderLimits({ partyId, agentId }: Initiator, payer: Id<'pty'>, state: State): Limit[] {
  const agent = agentId ? state.agents.get(agentId) : undefined;
  const limits: Limit[] = [];
  if (agent && isLimited(agent)) limits.push(limitOf(agent, agent.partyId, agent.id, state));
  for (const id of payer === partyId ? [payer] : [partyId, payer]) {
    const party = state.parties.get(id);
    if (party && isLimited(party)) limits.push(limitOf(party, id, id, state));
  }
  return limits;
}

function limitOf(limits: Limits, owner: Id<'pty'>, spender: Limit['spender'], state: State): Limit {
  const { perTransaction, perDay, perMonth } = limits;
  return { owner, spender, perTransaction, perDay, perMonth, currency: currencyOf(owner, state) };
}

/**
 * What the customer agreed to, a payment: as an agent, that agent's grant; as the party, the largest grant it gave
 * to any of the party's agents, since it never agreed to more. Null is no limit.
 */
function grantedLimit(delegation: DelegationView, agentId: Id<'agt'> | null): bigint | null | 'nothing' {
  if (!delegation.pays) return 'nothing';
  const usable = delegation.grants.filter(
    (grant) => allowsPaying(grant) && (!agentId || grant.agentId === agentId),
  );
  if (usable.length === 0) return 'nothing';
  const limits = usable.map((grant) => grant.perTransaction);
  return limits.reduce((largest, limit) =>
    largest === null || limit === null ? null : limit > largest ? limit : largest,
  );
}

function allowsPaying(grant: Grant): boolean {
  return grant.status === 'ACTIVE' && grant.pays;
}

/** The currency in which a party's limits are meant. */
export function currencyOf(partyId: Id<'pty'>, state: State): string {
  return state.parties.get(partyId)?.defaultCurrency ?? 'USD';
}
