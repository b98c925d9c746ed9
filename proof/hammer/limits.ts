import type { Delegation, Limits, Party, Agent } from './model/types.ts';

/** Whether limits let something through: certainly, certainly not, or nobody can tell from here. */
export type Review = {
  expected: 'no' | 'yes' | 'maybe';
  /** Who has to decide; null where that depends on what others spend meanwhile. */
  deciders: readonly Party[] | null;
};

/** Whose limits bound a payment or withdrawal. */
export type Spender = {
  party: Party;
  agent: Agent | null;
  payer: Party;
  /** What the payer let the party do, where it is another. */
  delegation: Delegation | null;
};

/** What the limits say of an amount, as far as they do not depend on what was spent before. */
export function reviewOf(
  { party, agent, payer, delegation }: Spender,
  amount: number,
  currency: string,
): Review {
  const rules: Array<{ owner: Party; limits: Limits }> = [{ owner: party, limits: party.limits }];
  if (agent) rules.push({ owner: agent.party, limits: agent.limits });
  if (payer !== party) rules.push({ owner: payer, limits: payer.limits });
  if (delegation) {
    const { perTransaction } = delegation;
    rules.push({ owner: delegation.customer, limits: { perTransaction, perDay: null, perMonth: null } });
  }
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
