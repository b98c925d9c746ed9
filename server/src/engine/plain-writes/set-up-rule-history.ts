import { rows, statement } from '../../db/sql.ts';
import type { Queryable } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import { looksBackAt } from '../model/agent-rules.ts';
import type { AgentRules } from '../model/agent-rules.ts';

const deleteCounter = statement(
  'engine_delete_rule_counter',
  'DELETE FROM rule_counters WHERE agent_id = $1 AND owner_party_id = $2',
);

const latestOf = (table: string, isOwners: string): string =>
  `SELECT max(accepted_at) + interval '1 ms' FROM ${table} WHERE agent_id = $1 AND accepted_at >= $3 AND ${isOwners}`;

// A payment accepted before may be dated later than this request: the clock of its server was ahead, or this request
// waited. Counting starts after it. Nearly none is so late, and the index by the time of acceptance finds them.
const startCounter = statement(
  'engine_start_rule_counter',
  `INSERT INTO rule_counters (agent_id, owner_party_id, since, hour, payments_in_hour, payments_in_day)
   SELECT $1, $2, since, date_trunc('hour', since, 'UTC'), 0, 0 FROM (SELECT greatest($3::timestamptz,
     (${latestOf('payments', '$2 IN (payer_party_id, initiator_party_id)')}),
     (${latestOf('transfers', `party_id = $2 AND type = 'withdrawal'`)})) AS since) s
   WHERE NOT EXISTS (SELECT FROM rule_counters WHERE agent_id = $1 AND owner_party_id = $2)`,
);

/**
 * Starts to count an agent's payments for a party whose new rules count them, unless they are counted already. Deletes
 * the counter if the rules count none: it begins again with the next rule that counts. The transaction must hold a lock
 * that every payment under these rules takes.
 */
export async function setUpRuleCounter(
  tx: Queryable,
  of: { agentId: Id<'agt'>; ownerPartyId: Id<'pty'> },
  rules: AgentRules | null,
  now: Date,
): Promise<void> {
  const key = [of.agentId, of.ownerPartyId];
  if (looksBackAt(rules, 'ruleCounters')) await rows(tx, startCounter, [...key, now.toISOString()]);
  else await rows(tx, deleteCounter, key);
}
