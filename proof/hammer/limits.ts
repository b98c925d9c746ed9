import type { Delegation, Limits, Party, Agent } from './model/types.ts';

/** Whether limits put a transaction in review. `maybe` where that depends on concurrent spending. */
export type Review = {
  expected: 'no' | 'yes' | 'maybe';
  /** The parties that have to decide; null where that depends on concurrent spending. */
  deciders: readonly Party[] | null;
};

/** The party, agent and payer whose limits apply to a payment or withdrawal. */
export type Spender = {
  party: Party;
  agent: Agent | null;
  payer: Party;
  /** The payer's delegation to the party, where the payer is another party. */
  delegation: Delegation | null;
};

/** Returns the review that the limits require for an amount, as far as it does not depend on earlier spending. */
export function reviewOf(
  { party, agent, payer, delegation }: Spender,
  amount: number,
  currency: string,
): Review {
  const rules: Array<{ owner: Party; limits: Limits }> = [{ owner: party, limits: party.limits }];
  if (agent) rules.push({ owner: agent.party, limits: agent.limits });
  if (payer !== party) rules.push({ owner: payer, limits: payer.limits });
  if (delegation) rules.push({ owner: delegation.customer, limits: delegation.limits });
  const deciders = new Set<Party>();
  let dependsOnOthers = false;
  for (const { owner, limits } of rules) {
    const bounds = Object.values(limits).filter((bound) => bound !== null);
    if (bounds.length === 0) continue;
    if (currency !== 'USD' || bounds.some((bound) => amount > bound)) deciders.add(owner);
    else if (limits.perDay !== null || limits.perMonth !== null) dependsOnOthers = true;
  }
  const known = dependsOnOthers ? null : [...deciders];
  if (deciders.size > 0) return { expected: 'yes', deciders: known };
  return { expected: dependsOnOthers ? 'maybe' : 'no', deciders: known };
}
