import type { Id } from '../../lib/id.ts';
import {
  coveredCurrencies,
  delegationOf,
  type DelegationView,
  type Grant,
  isCounted,
  isLimited,
  type Limits,
  limitsIn,
  limitsOf,
  noLimits,
  type State,
  type StoredLimits,
} from '../model/state.ts';
import type { Initiator } from '../model/counters.ts';
import { type Bounds, ruleSetOf } from './judge.ts';
import type { Limit } from './limits.ts';
import { type Refusal, refuse, type Refused } from '../model/outcomes.ts';
import type { Viewer } from '../model/records.ts';
import type { TargetFacts } from '../model/targets.ts';

/**
 * Returns what bounds a payment that the initiator requests from the payer's wallet, or the refusal if it may not pay
 * from there at all. The limits of the acting agent and of both parties always count, and the agent's rules. If the
 * payer is a customer, the limits and the rules of its grant are added.
 */
export function payerBounds(initiator: Initiator, payer: Id<'pty'>, state: State): Bounds | Refusal {
  const bounds = spenderBounds(initiator, payer, state);
  if (payer === initiator.partyId) return bounds;

  const { agentId } = initiator;
  const delegation = delegationOf(state, payer, initiator.partyId);
  if (!delegation || delegation.status !== 'ACTIVE') return 'customer_unknown';
  const usable = usableGrants(delegation, agentId);
  if (usable.length === 0) return 'delegation_forbids';
  // What a grant counts, and its rules, are about one agent: without an agent, only grants without them let the party pay.
  const grants = agentId ? usable : usable.filter((grant) => grant.rules === null && !isCounted(grant));
  if (grants.length === 0) return 'agent_required';
  const ruleSets = agentId
    ? grants.flatMap(({ rules }) => ruleSetOf({ owner: payer, setOn: 'grant' }, agentId, rules))
    : [];
  const granted = largestLimits(grants, currencyOf(payer, state));
  return {
    limits: isLimited(granted)
      ? [...bounds.limits, grantLimit(granted, payer, agentId, state)]
      : bounds.limits,
    ruleSets: ruleSets.length === 0 ? bounds.ruleSets : [...bounds.ruleSets, ...ruleSets],
  };
}

/** Returns the limits of the agent, its party and the paying party, if they have any, and the rules of the agent. */
export function spenderBounds({ partyId, agentId }: Initiator, payer: Id<'pty'>, state: State): Bounds {
  const agent = agentId ? state.agents.get(agentId) : undefined;
  const limits: Limit[] = [];
  if (agent && isLimited(agent)) limits.push(limitOf(agent, agent.partyId, agent.id, state));
  for (const id of payer === partyId ? [payer] : [partyId, payer]) {
    const party = state.parties.get(id);
    if (party && isLimited(party)) limits.push(limitOf(party, id, id, state));
  }
  return {
    limits,
    ruleSets: agent ? ruleSetOf({ owner: agent.partyId, setOn: 'agent' }, agent.id, agent.rules) : [],
  };
}

/** Returns the limit that a customer sets by its grants: what it counts is of one agent. */
export function grantLimit(
  granted: Limits,
  owner: Id<'pty'>,
  spender: Id<'agt'> | null,
  state: Pick<State, 'parties'>,
): Limit {
  return { owner, setOn: 'grant', spender, ...limitsOf(granted), defaultCurrency: currencyOf(owner, state) };
}

function limitOf(limits: Limits, owner: Id<'pty'>, spender: Limit['spender'], state: State): Limit {
  const setOn = spender === owner ? 'party' : 'agent';
  return { owner, setOn, spender, ...limitsOf(limits), defaultCurrency: currencyOf(owner, state) };
}

/**
 * Returns why a delegate may do no more about what it requested from the customer's wallet; null if it may, or if it is
 * the payer itself. Once the delegation is revoked, it sees nothing there.
 */
export function delegateCannotAct(initiator: Initiator, payer: Id<'pty'>, state: State): Refusal | null {
  if (payer === initiator.partyId) return null;
  const delegation = delegationOf(state, payer, initiator.partyId);
  if (delegation?.status === 'SUSPENDED') return 'delegation_suspended';
  if (delegation?.status !== 'ACTIVE') return 'delegation_ended';
  return usableGrants(delegation, initiator.agentId).length === 0 ? 'delegation_narrowed' : null;
}

/** Returns the grants under which the initiator may pay: that of the acting agent; without an agent, those of all. */
function usableGrants(delegation: DelegationView, agentId: Id<'agt'> | null): ReadonlyArray<Readonly<Grant>> {
  if (!delegation.pays) return [];
  return delegation.grants.filter((grant) => allowsPaying(grant) && (!agentId || grant.agentId === agentId));
}

/**
 * Returns what the customer allows: of several grants, none of which counts anything, the largest limit per payment in each
 * currency, since it never agreed to more. In a grant that limits the default currency twice, the smaller limit holds.
 */
function largestLimits(grants: ReadonlyArray<Readonly<Grant>>, defaultCurrency: string): Limits {
  const [first = noLimits, ...others] = grants;
  if (others.length === 0) return limitsOf(first);
  let perTransaction: bigint | null = null;
  const named: Record<string, StoredLimits> = {};
  for (const grant of grants) {
    const covered = coveredCurrencies(grant, defaultCurrency);
    if (covered === null) return noLimits;
    for (const currency of covered) {
      const amount = limitsIn(grant, currency, defaultCurrency)?.perTransaction ?? 0n;
      if (currency === defaultCurrency) {
        if (perTransaction === null || amount > perTransaction) perTransaction = amount;
      } else {
        named[currency] = { perTransaction: Math.max(Number(amount), named[currency]?.perTransaction ?? 0) };
      }
    }
  }
  return { ...noLimits, perTransaction, currencyLimits: Object.keys(named).length === 0 ? null : named };
}

function allowsPaying(grant: Grant): boolean {
  return grant.status === 'ACTIVE' && grant.pays;
}

/**
 * Returns a refusal if the party that asks for a payment, or the one that would pay, is frozen. A frozen party also asks
 * for nothing from its customers' wallets, because whoever stops their own money wants their agents and keys to be
 * stopped.
 */
export function refusalIfFrozen(
  { partyId }: Pick<Initiator, 'partyId'>,
  payer: Id<'pty'>,
  state: State,
): Refused | null {
  const party = [partyId, payer].map((id) => state.parties.get(id)).find((each) => each?.status === 'FROZEN');
  return party ? { ...refuse('party_frozen'), frozen: { partyId: party.id, by: party.frozenBy } } : null;
}

/**
 * Returns whether the agent, the delegation or the grant behind a target was revoked, so that nobody can approve the
 * target any more; without an agent, every grant of the delegate's agents is behind it. What is only suspended can be
 * resumed.
 */
export function isAuthorityRevoked(target: TargetFacts, state: State): boolean {
  const { payerPartyId, initiatorPartyId, agentId } = target;
  if (agentId && state.agents.get(agentId)?.status === 'REVOKED') return true;
  if (payerPartyId === initiatorPartyId) return false;
  const delegation = delegationOf(state, payerPartyId, initiatorPartyId);
  const grants = delegation?.grants.filter((each) => !agentId || each.agentId === agentId) ?? [];
  const isNoneLeft = grants.length > 0 && grants.every(({ status }) => status === 'REVOKED');
  return delegation?.status === 'REVOKED' || isNoneLeft;
}

/** Returns the currency of a party's limits: its default currency. */
function currencyOf(partyId: Id<'pty'>, state: Pick<State, 'parties'>): string {
  return state.parties.get(partyId)?.defaultCurrency ?? 'USD';
}

/** Returns to whom an answer goes: the actor's party, or its agent that reads its own only. */
export function viewerOf({ partyId, agentId }: Initiator, { agents }: Pick<State, 'agents'>): Viewer {
  return { partyId, readsOwn: agentId !== null && agents.get(agentId)?.reads === 'own' };
}
