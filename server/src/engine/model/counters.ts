import type { Id } from '../../lib/id.ts';
import type { CounterId } from './records.ts';
import { type AuthorityView, delegationOf, type Limits, noLimits } from './state.ts';

/** The party that requests a payment, and its acting agent. */
export type Initiator = { partyId: Id<'pty'>; agentId: Id<'agt'> | null };

/**
 * Returns every counter that may count what the initiator spends of the payer's money: of the agent for its own party and,
 * if the payer is another one, for the payer, which has granted the agent something; and of both parties.
 */
export function countersOf({ partyId, agentId }: Initiator, payer: Id<'pty'>, currency: string): CounterId[] {
  const counters: CounterId[] = [];
  if (agentId) counters.push({ spenderId: agentId, ownerPartyId: partyId, currency });
  counters.push({ spenderId: partyId, ownerPartyId: partyId, currency });
  if (payer === partyId) return counters;
  if (agentId) counters.push({ spenderId: agentId, ownerPartyId: payer, currency });
  counters.push({ spenderId: payer, ownerPartyId: payer, currency });
  return counters;
}

type Limited = Pick<AuthorityView, 'agents' | 'parties' | 'delegations'>;

/** Returns the limits that a counter is kept for: none if there is no such grant, undefined if that is not cached. */
export function limitsBehind(
  authority: Limited,
  { spenderId, ownerPartyId }: Omit<CounterId, 'currency'>,
): Readonly<Limits> | undefined {
  if (spenderId === ownerPartyId) return authority.parties.get(ownerPartyId);
  const agent = authority.agents.get(spenderId);
  if (!agent || agent.partyId === ownerPartyId) return agent;
  const delegation = delegationOf(authority, ownerPartyId, agent.partyId);
  return delegation && (delegation.grants.find(({ agentId }) => agentId === spenderId) ?? noLimits);
}
