import { ruleSetOf } from '../../engine/rules/judge.ts';
import { grantLimit, spenderBounds } from '../../engine/rules/authority.ts';
import { coveredCurrencies, isLimited, type LoadedState } from '../../engine/model/state.ts';
import { leftOf, spendable, type Used, usedOf, usedOfRules } from '../../engine/rules/usage.ts';
import { related } from '../../http/envelope.ts';
import { type Id, publicId } from '../../lib/id.ts';
import { amountToJson, maxAmount } from '../../lib/money.ts';
import { isoSeconds } from '../../lib/time.ts';
import type { AgentUsageRow, GrantUsageRow, PartyUsageRow } from './queries.ts';
import type { AgentUsageResource, DelegationUsageResource, PartyUsageResource } from './resource.ts';
import {
  addAgent,
  addCounters,
  addCustomer,
  addParty,
  addRuleCounter,
  asRead,
  oldestOf,
  stateAt,
  timeIn,
} from './state.ts';

export function agentUsageResource(row: AgentUsageRow): AgentUsageResource {
  const state = stateAt(row);
  addAgent(state, row);
  const now = timeIn(state);
  const { id: agentId, partyId } = row;
  const agent = { agentId, partyId };
  const { limits, ruleSets } = spenderBounds(agent, partyId, state);
  const own = limits.filter(({ setOn }) => setOn === 'agent').flatMap((limit) => usedOf(limit, state, now));
  const counts = ruleSets.flatMap((set) => usedOfRules(set, state, oldestOf(row.ruleCounter), now));
  const currencies = new Set([
    row.defaultCurrency,
    ...limits.flatMap((limit) => coveredCurrencies(limit, limit.defaultCurrency) ?? []),
  ]);
  for (const { currency, isReceivable } of row.wallets ?? []) if (!isReceivable) currencies.add(currency);
  const amounts = [...currencies].map((currency) => {
    const amount = spendable(agent, currency, asRead(state), now, row.wallets !== null);
    return [currency, amount === null ? null : amountToJson(amount)] as const;
  });
  return {
    type: 'agentUsage',
    id: publicId('agt', agentId),
    attributes: { limits: [...own, ...counts].map(usedToJson), spendable: Object.fromEntries(amounts) },
    relationships: { agent: related('agent', 'agt', agentId) },
  };
}

export function partyUsageResource(row: PartyUsageRow): PartyUsageResource {
  const state = stateAt(row);
  addParty(state, row);
  const now = timeIn(state);
  const { partyId } = row;
  const { limits } = spenderBounds({ partyId, agentId: null }, partyId, state);
  return {
    type: 'partyUsage',
    id: publicId('pty', partyId),
    attributes: { limits: limits.flatMap((limit) => usedOf(limit, state, now)).map(usedToJson) },
    relationships: { party: related('party', 'pty', partyId) },
  };
}

/** Returns the usage of a delegation with these grants. */
export function delegationUsageResource(
  id: Id<'dlg'>,
  grants: readonly GrantUsageRow[],
): DelegationUsageResource {
  return {
    type: 'delegationUsage',
    id: publicId('dlg', id),
    attributes: { limits: grants.flatMap(ofGrant) },
    relationships: { delegation: related('delegation', 'dlg', id) },
  };
}

function ofGrant(grant: GrantUsageRow): DelegationUsageResource['attributes']['limits'] {
  const { agentId, customerId, rules, ruleCounter } = grant;
  if (agentId === null) return [];
  const state: LoadedState = stateAt(grant);
  addCustomer(state, customerId, grant.defaultCurrency);
  addCounters(state, { spenderId: agentId, ownerPartyId: customerId }, grant.counters);
  addRuleCounter(state, agentId, customerId, ruleCounter);
  const now = timeIn(state);
  const limits = isLimited(grant) ? [grantLimit(grant, customerId, agentId, state)] : [];
  const used = limits.flatMap((limit) => usedOf(limit, state, now));
  const counts = ruleSetOf({ owner: customerId, setOn: 'grant' }, agentId, rules).flatMap((set) =>
    usedOfRules(set, state, oldestOf(ruleCounter), now),
  );
  return [...used, ...counts].map((each) =>
    Object.assign({ agentId: publicId('agt', agentId) }, usedToJson(each)),
  );
}

function usedToJson(each: Used): AgentUsageResource['attributes']['limits'][number] {
  const { window, currency, limit, used, resetsAt } = each;
  return {
    window,
    currency,
    limit: amountToJson(limit),
    used: used === null ? null : amountToJson(used > maxAmount ? maxAmount : used),
    left: amountToJson(leftOf(each)),
    resetsAt: resetsAt && isoSeconds(upToSecond(resetsAt)),
  };
}

/** Returns a time that whoever waits for it does not come before. */
function upToSecond(time: Date): Date {
  return new Date(Math.ceil(time.getTime() / 1000) * 1000);
}
