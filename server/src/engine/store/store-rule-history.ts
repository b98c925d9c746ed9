import type { Recorded } from '../model/agent-rules.ts';
import type { Changes } from '../model/changes.ts';
import type { CountedPayment, KnownPayee, RecordedPurchase, RuleCounter } from '../model/rule-history.ts';
import type { Step } from '../model/step.ts';
import { bigints, insert, sortedBy, times, uuids } from './rows.ts';

const insertRuleCounters = insert<RuleCounter>(
  'rule_counters',
  {
    agent_id: uuids((counter) => counter.agentId),
    owner_party_id: uuids((counter) => counter.ownerPartyId),
    since: times((counter) => counter.since),
  },
  'ON CONFLICT DO NOTHING', // it began when the rule was set
);

const insertCounted = insert<CountedPayment & { counter: RuleCounter; number: bigint }>('counted_payments', {
  agent_id: uuids(({ counter }) => counter.agentId),
  owner_party_id: uuids(({ counter }) => counter.ownerPartyId),
  at: times((counted) => counted.at),
  number: bigints((counted) => counted.number),
  id: uuids((counted) => counted.id),
});

const insertKnownPayees = insert<KnownPayee>(
  'known_payees',
  {
    agent_id: uuids((known) => known.agentId),
    owner_party_id: uuids((known) => known.ownerPartyId),
    payee_party_id: uuids((known) => known.payeePartyId),
    payment_id: uuids((known) => known.paymentId),
  },
  'ON CONFLICT DO NOTHING',
);

const insertPurchases = insert<RecordedPurchase>(
  'recent_purchases',
  {
    key: uuids((purchase) => purchase.key),
    agent_key: uuids((purchase) => purchase.agentKey),
    payee: uuids((purchase) => purchase.payee),
    agent_id: uuids((purchase) => purchase.agentId),
    exact: uuids((purchase) => purchase.exact),
    normalized: uuids((purchase) => purchase.normalized),
    agent_normalized: uuids((purchase) => purchase.agentNormalized),
    at: times((purchase) => purchase.at),
    id: uuids((purchase) => purchase.id),
  },
  'ON CONFLICT DO NOTHING', // its review and its approval, at one time
);

const steps: { readonly [R in Recorded]: (changes: Changes) => Step[] } = {
  ruleCounters({ ruleCounters }) {
    const counters = sortedBy(
      [...ruleCounters.values()],
      (counter) => counter.agentId + counter.ownerPartyId,
    );
    const counted = counters.flatMap((counter) =>
      counter.added.map((each, index) => ({ ...each, counter, number: counter.last + BigInt(index) + 1n })),
    );
    return [...insertRuleCounters(counters.filter(({ last }) => last === 0n)), ...insertCounted(counted)];
  },
  knownPayees: ({ knownPayees }) =>
    insertKnownPayees(
      sortedBy(knownPayees, (known) => known.agentId + known.ownerPartyId + known.payeePartyId),
    ),
  purchases: ({ purchases }) => insertPurchases(purchases),
};

/** Returns the statements that store what the rules of agents look back at; none for agents without such rules. */
export function ruleHistorySteps(changes: Changes): Step[] {
  return Object.values(steps).flatMap((stepsOf) => stepsOf(changes));
}
