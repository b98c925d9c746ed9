import type { Id } from '../../lib/id.ts';
import { type AgentRules, type LookBack, looksBackAt } from '../model/agent-rules.ts';
import { contactKey, type Counterparty, type Payee } from '../model/counterparty.ts';
import { delegationOf } from '../model/state.ts';
import type { PaymentTerms } from '../model/records.ts';
import { needLookBack } from './load-rule-history.ts';
import type { Needs } from './needs.ts';

/**
 * What the rules of an agent, and those of a customer's grant to it, look back at; nothing if they are cached as having
 * no such rules. `counterparty` is null for a withdrawal; `terms` are left out if nothing is compared with earlier payments.
 */
export function needRules(
  needs: Needs,
  agent: { id: Id<'agt'>; partyId: Id<'pty'>; payer: Id<'pty'> },
  counterparty: Counterparty | null,
  terms: PaymentTerms | null = null,
): void {
  const { id: agentId, partyId, payer } = agent;
  const { cached } = needs;
  const own = cached.agents.get(agentId)?.rules;
  if (own === null && payer === partyId) return;
  const sets: Array<[owner: Id<'pty'>, rules: AgentRules | null | undefined]> = [[partyId, own]];
  if (payer !== partyId) {
    const delegation = delegationOf(cached, payer, partyId);
    const grant = delegation?.grants.find((each) => each.agentId === agentId);
    sets.push([payer, delegation ? (grant?.rules ?? null) : undefined]);
  }
  const asked = { agentId, payer, payee: counterparty && payeeAsKnown(needs, counterparty), terms };
  for (const what of Object.keys(needLookBack) as LookBack[]) {
    // Rules that are not cached are undefined: then everything is loaded that they may need.
    const looking = sets.filter(([, rules]) => rules === undefined || looksBackAt(rules, what));
    const owners = looking.map(([owner]) => owner);
    if (owners.length > 0) needLookBack[what](needs, asked, owners);
  }
}

/** Returns the payee with its party if that is cached; otherwise the load finds it. */
function payeeAsKnown({ cached }: Needs, counterparty: Counterparty): Payee {
  if (counterparty.type === 'party_id') return { counterparty, partyId: counterparty.partyId };
  const found =
    counterparty.type === 'agent_id'
      ? cached.agents.get(counterparty.agentId)
      : cached.contacts.get(contactKey(counterparty.contact));
  return { counterparty, partyId: found?.partyId ?? null };
}
