import type { Recorded } from '../model/agent-rules.ts';
import { type AuditCheck, exists } from './check.ts';

// Accepted payments and withdrawals of agents, with the party that pays.
const accepted = `SELECT agent_id, payer_party_id, initiator_party_id, accepted_at FROM payments
    WHERE agent_id IS NOT NULL AND accepted_at IS NOT NULL
  UNION ALL
  SELECT agent_id, party_id, party_id, accepted_at FROM transfers
    WHERE agent_id IS NOT NULL AND accepted_at IS NOT NULL AND type = 'withdrawal'`;

function madeIn(period: 'hour' | 'day'): string {
  const startOf = (time: string): string => `date_trunc('${period}', ${time}, 'UTC')`;
  return `count(*) FILTER (WHERE ${startOf('p.accepted_at')} = ${startOf('c.hour')})`;
}

const content = `left(encode(sha256(convert_to(concat_ws(' ', replace(p.agent_id::text, '-', ''),
  replace(p.payer_party_id::text, '-', ''), p.amount, p.currency, coalesce(p.description, '')), 'UTF8')), 'hex'), 32)::uuid`;

const checks: { readonly [R in Recorded]: readonly [AuditCheck, ...AuditCheck[]] } = {
  ruleCounters: [
    {
      check: 'every rule counter is how many payments its agent made in its hour and day',
      sql: `SELECT c.*, ${madeIn('hour')} AS expected_in_hour, ${madeIn('day')} AS expected_in_day
          FROM rule_counters c LEFT JOIN (${accepted}) p ON p.agent_id = c.agent_id
            AND c.owner_party_id IN (p.initiator_party_id, p.payer_party_id) AND p.accepted_at >= c.since
          GROUP BY c.agent_id, c.owner_party_id
          HAVING c.payments_in_hour <> ${madeIn('hour')} OR c.payments_in_day <> ${madeIn('day')}`,
    },
    {
      check: 'no payment was made after the hour of its rule counter',
      sql: `SELECT c.agent_id, c.owner_party_id, p.accepted_at FROM rule_counters c JOIN (${accepted}) p
            ON p.agent_id = c.agent_id AND c.owner_party_id IN (p.initiator_party_id, p.payer_party_id)
          WHERE p.accepted_at >= c.hour + interval '1 hour'`,
    },
  ],
  knownPayees: [
    {
      check: 'every payee that an agent knows was paid by it',
      sql: `SELECT k.agent_id, k.payee_party_id FROM known_payees k LEFT JOIN payments p ON p.id = k.payment_id
          WHERE p.id IS NULL OR p.agent_id <> k.agent_id OR p.payee_party_id <> k.payee_party_id
             OR p.accepted_at IS NULL OR k.owner_party_id NOT IN (p.initiator_party_id, p.payer_party_id)`,
    },
  ],
  purchases: [
    exists('recent_purchases', 'payment_id', 'payments'),
    {
      check: 'every recorded purchase has the content of its payment',
      sql: `SELECT r.payment_id FROM recent_purchases r JOIN payments p ON p.id = r.payment_id
          WHERE r.content IS DISTINCT FROM ${content}`,
    },
  ],
};

/** What the rules of agents look back at, recomputed from payments and withdrawals. */
export const ruleChecks: readonly AuditCheck[] = Object.values(checks).flat();
