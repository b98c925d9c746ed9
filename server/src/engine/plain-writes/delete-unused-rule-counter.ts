import { rows, statement } from '../../db/sql.ts';
import type { Queryable } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import { countsPayments } from '../model/agent-rules.ts';
import type { AgentRules } from '../model/agent-rules.ts';

const deleteCounter = statement(
  'engine_delete_rule_counter',
  'DELETE FROM rule_counters WHERE agent_id = $1 AND owner_party_id = $2',
);

/**
 * Deletes the counter of an agent's payments for a party whose new rules count none: it begins again with the next rule
 * that counts. The transaction must hold a lock that every payment under these rules takes.
 */
export async function deleteUnusedRuleCounter(
  tx: Queryable,
  agentId: Id<'agt'>,
  ownerPartyId: Id<'pty'>,
  rules: AgentRules | null,
): Promise<void> {
  if (!countsPayments(rules)) await rows(tx, deleteCounter, [agentId, ownerPartyId]);
}
