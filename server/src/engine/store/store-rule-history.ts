import type { Recorded } from '../model/agent-rules.ts';
import type { Changes } from '../model/changes.ts';
import type { Step } from '../model/step.ts';
import { bigints, insert, sortedBy, times, uuids } from './rows.ts';

const steps: { readonly [R in Recorded]: (changes: Changes) => Step[] } = {
  ruleCounters: ({ ruleCounters }) =>
    insert(
      'rule_counters',
      sortedBy([...ruleCounters.values()], (counter) => counter.agentId + counter.ownerPartyId),
      {
        agent_id: uuids((counter) => counter.agentId),
        owner_party_id: uuids((counter) => counter.ownerPartyId),
        since: times((counter) => counter.since),
        hour: times((counter) => counter.hour),
        payments_in_hour: bigints((counter) => counter.paymentsInHour),
        payments_in_day: bigints((counter) => counter.paymentsInDay),
      },
      (text) => `${text} ON CONFLICT (agent_id, owner_party_id) DO UPDATE SET hour = excluded.hour,
        payments_in_hour = excluded.payments_in_hour, payments_in_day = excluded.payments_in_day`,
    ),
  knownPayees: ({ knownPayees }) =>
    insert(
      'known_payees',
      sortedBy(knownPayees, (known) => known.agentId + known.ownerPartyId + known.payeePartyId),
      {
        agent_id: uuids((known) => known.agentId),
        owner_party_id: uuids((known) => known.ownerPartyId),
        payee_party_id: uuids((known) => known.payeePartyId),
        payment_id: uuids((known) => known.paymentId),
      },
      (text) => `${text} ON CONFLICT DO NOTHING`,
    ),
  purchases: ({ purchases }) =>
    insert(
      'recent_purchases',
      purchases,
      {
        content: uuids((purchase) => purchase.content),
        payee: uuids((purchase) => purchase.payee),
        at: times((purchase) => purchase.at),
        payment_id: uuids((purchase) => purchase.paymentId),
      },
      (text) => `${text} ON CONFLICT DO NOTHING`, // its review and its approval, at one time
    ),
};

/** Returns the statements that store what the rules of agents look back at; none for agents without such rules. */
export function ruleHistorySteps(changes: Changes): Step[] {
  return Object.values(steps).flatMap((stepsOf) => stepsOf(changes));
}
