import type { Context } from '../../../context.ts';
import { looksBackAt } from '../../../engine/model/agent-rules.ts';
import { type Bounds, ruleSetOf } from '../../../engine/rules/judge.ts';
import { isLimited } from '../../../engine/model/state.ts';
import type { LeadsTo } from '../../../engine/model/counterparty.ts';
import type { HttpResponse } from '../../../http/endpoint.ts';
import { mayReadPayments } from '../../../http/permission.ts';
import { changedLimits } from '../../../terms/limits.ts';
import { changedRules } from '../../../terms/rules.ts';
import type { Id } from '../../../lib/id.ts';
import { getAgent } from '../get.ts';
import { listAddressesOf, listPastSpending } from './queries.ts';
import type { AgentRow } from '../queries.ts';
import { replaySpending } from './replay.ts';
import type { BacktestAttributes } from './schema.ts';
import { backtestOf } from './view.ts';

/**
 * Responds with what rules and limits would have made of the agent's last payments and withdrawals. Rules and limits that
 * the request does not name are the agent's own. Names no payment to a key that may read none. Changes nothing. Throws `agent_not_found`.
 */
export async function backtestRules(
  { db, actor }: Context,
  id: Id<'agt'>,
  attributes: BacktestAttributes,
): Promise<HttpResponse> {
  const agent = await getAgent(db, actor.partyId, id);
  const newestFirst = await listPastSpending(db, id, attributes.payments);
  const spent = newestFirst.toReversed();
  const bounds = boundsOf(agent, attributes);
  const payees = bounds.ruleSets.some(({ rules }) => looksBackAt(rules, 'addresses'))
    ? [...new Set(spent.flatMap((each) => (each.type === 'payment' && each.payeePartyId) || []))]
    : [];
  const addresses = new Map<string, LeadsTo[]>();
  for (const { partyId: payee, ...leadsTo } of await listAddressesOf(db, payees)) {
    addresses.set(payee, [...(addresses.get(payee) ?? []), leadsTo]);
  }
  const replayed = await replaySpending(bounds, spent, addresses);
  return { status: 200, body: backtestOf(replayed, mayReadPayments(actor)) };
}

function boundsOf(agent: AgentRow, attributes: BacktestAttributes): Bounds {
  const { id, partyId, currency } = agent;
  const limits = changedLimits(agent, attributes.limits);
  const rules = changedRules(agent.rules, attributes.rules);
  const set = { owner: partyId, setOn: 'agent' } as const;
  const limit = { ...set, spender: id, ...limits, defaultCurrency: currency };
  return { limits: isLimited(limit) ? [limit] : [], ruleSets: ruleSetOf(set, id, rules) };
}
