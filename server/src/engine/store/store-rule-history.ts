import type { Recorded } from '../model/agent-rules.ts';
import type { Changes } from '../model/changes.ts';
import type { KnownPayee, Purchase, RuleCounter } from '../model/rule-history.ts';
import type { Step } from '../model/step.ts';
import { bigints, insert, sortedBy, times, uuids } from './rows.ts';

const insertRuleCounters = insert<RuleCounter>(
  'rule_counters',
  {
    agent_id: uuids((counter) => counter.agentId),
    owner_party_id: uuids((counter) => counter.ownerPartyId),
    since: times((counter) => counter.since),
    hour: times((counter) => counter.hour),
    payments_in_hour: bigints((counter) => counter.paymentsInHour),
    payments_in_day: bigints((counter) => counter.paymentsInDay),
  },
  `ON CONFLICT (agent_id, owner_party_id) DO UPDATE SET hour = excluded.hour,
   payments_in_hour = excluded.payments_in_hour, payments_in_day = excluded.payments_in_day`,
);

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

const insertPurchases = insert<Purchase>(
  'recent_purchases',
  {
    content: uuids((purchase) => purchase.content),
    payee: uuids((purchase) => purchase.payee),
    at: times((purchase) => purchase.at),
    payment_id: uuids((purchase) => purchase.paymentId),
  },
  'ON CONFLICT DO NOTHING', // its review and its approval, at one time
);

const steps: { readonly [R in Recorded]: (changes: Changes) => Step[] } = {
  ruleCounters: ({ ruleCounters }) =>
    insertRuleCounters(
      sortedBy([...ruleCounters.values()], (counter) => counter.agentId + counter.ownerPartyId),
    ),
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
