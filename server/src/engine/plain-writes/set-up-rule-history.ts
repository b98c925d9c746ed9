import { type Queryable, run } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import { type AgentRules, looksBackAt, type Recorded } from '../model/agent-rules.ts';

const deleteCounter = run<RuleOwner>(
  'engine_delete_rule_counter',
  'DELETE FROM rule_counters WHERE agent_id = $agentId AND owner_party_id = $ownerPartyId',
);

const latestOf = (table: string, isOwners: string): string =>
  `SELECT max(accepted_at) + interval '1 ms' FROM ${table} WHERE agent_id = $agentId AND accepted_at >= $now AND ${isOwners}`;

// A payment accepted before may be dated later than this request: the clock of its server was ahead, or this request
// waited. Counting starts after it. Nearly none is so late, and the index by the time of acceptance finds them.
const startCounter = run<RuleOwner & { now: Date }>(
  'engine_start_rule_counter',
  `INSERT INTO rule_counters (agent_id, owner_party_id, since)
   SELECT $agentId, $ownerPartyId, greatest($now::timestamptz,
     (${latestOf('payments', '$ownerPartyId IN (payer_party_id, initiator_party_id)')}),
     (${latestOf('transfers', `party_id = $ownerPartyId AND type = 'withdrawal'`)}))
   WHERE NOT EXISTS (SELECT FROM rule_counters WHERE agent_id = $agentId AND owner_party_id = $ownerPartyId)`,
);

type RuleOwner = { agentId: Id<'agt'>; ownerPartyId: Id<'pty'> };
type SetUp = (tx: Queryable, of: RuleOwner, isNeeded: boolean, now: Date) => Promise<void>;

/** Null for what only payments add to, and what stays when no rule looks back at it any more. */
const setUps: { readonly [R in Recorded]: SetUp | null } = {
  ruleCounters: setUpCounter,
  knownPayees: null,
  purchases: null,
};

/**
 * Begins what an agent's new rules of a party look back at, unless it has begun already, and ends what they no longer
 * look back at. The transaction must hold a lock that every payment under these rules takes.
 */
export async function setUpRuleHistory(
  tx: Queryable,
  of: RuleOwner,
  rules: AgentRules | null,
  now: Date,
): Promise<void> {
  for (const name of Object.keys(setUps) as Recorded[]) {
    await setUps[name]?.(tx, of, looksBackAt(rules, name), now);
  }
}

/** Starts to count payments, or deletes the counter: it begins again with the next rule that counts. */
async function setUpCounter(tx: Queryable, of: RuleOwner, counts: boolean, now: Date): Promise<void> {
  if (counts) await startCounter(tx, { ...of, now });
  else await deleteCounter(tx, of);
}
