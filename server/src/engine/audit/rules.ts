import { plainId } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import type { AgentRules, Recorded } from '../model/agent-rules.ts';
import {
  agentDigestsOf,
  type AgentDigests,
  digestsOf,
  longestLookBacks,
  type PurchaseDigests,
} from '../model/rule-history.ts';
import { addressDigest, contactOf } from '../model/counterparty.ts';
import { isComparedAsStored } from '../rules/counterparty-lists.ts';
import type { AuditCheck } from './check.ts';

// Accepted payments and withdrawals of agents, with the party that pays.
const accepted = `SELECT id, agent_id, payer_party_id, initiator_party_id, accepted_at FROM payments
    WHERE agent_id IS NOT NULL AND accepted_at IS NOT NULL
  UNION ALL
  SELECT id, agent_id, party_id, party_id, accepted_at FROM transfers
    WHERE agent_id IS NOT NULL AND accepted_at IS NOT NULL AND type = 'withdrawal'`;

// Recorded purchases with the payment or withdrawal that each is of; ids without dashes, as the digests have them.
const purchases = `SELECT r.id, ${plainId('r.key')} AS key, ${plainId('r.exact')} AS exact, ${plainId('r.normalized')} AS normalized,
    ${plainId('r.agent_key')} AS "agentKey", ${plainId('r.agent_normalized')} AS "agentNormalized",
    ${plainId('r.agent_id')} AS "agentId", p.amount::text AS amount, p.currency, p.description,
    ${plainId('p.payer')} AS payer, ${plainId('p.initiator')} AS initiator,
    p.agent_id = r.agent_id AND r.at IN (p.created_at, coalesce(p.accepted_at, p.created_at)) AS ours,
    CASE WHEN r.payee = ANY (p.payees) THEN NULL ELSE ${plainId('r.payee')} END AS "payeeDigest",
    p.recipient_address AS address
  FROM recent_purchases r LEFT JOIN (
    SELECT id, agent_id, amount, currency, description, payer_party_id AS payer, initiator_party_id AS initiator,
      created_at, accepted_at, ARRAY[payee_party_id, first_payee_party_id] AS payees, recipient_address
    FROM payments
    UNION ALL
    SELECT id, agent_id, amount, currency, description, party_id, party_id,
      created_at, accepted_at, ARRAY[external_account_id], NULL
    FROM transfers WHERE type = 'withdrawal'
  ) p USING (id)`;

type PurchaseRow = PurchaseDigests &
  AgentDigests & {
    agentId: Id<'agt'>;
    /** Whether its agent made it, then; null if there is no such payment. */
    ours: boolean | null;
    /** What the payee must be the digest of, `address`; null if it is the party or the account that was paid. */
    payeeDigest: string | null;
    address: string | null;
    amount: string;
    currency: string;
    description: string | null;
    payer: Id<'pty'>;
    initiator: Id<'pty'>;
  };

/** Returns whether a recorded purchase is of no payment of its agent, or has other digests. */
function isWrongPurchase(row: object): boolean {
  const { ours, payer, initiator, amount, payeeDigest, address, ...given } = row as PurchaseRow;
  if (!ours) return true;
  if (payeeDigest !== null && (address === null || payeeDigest !== addressDigest(contactOf(address))))
    return true;
  const terms = { ...given, payerPartyId: payer, initiatorPartyId: initiator, amount: BigInt(amount) };
  const digests = digestsOf(terms);
  const expected = { ...digests, ...agentDigestsOf(digests, given.agentId) };
  return (Object.keys(expected) as Array<keyof typeof expected>).some(
    (name) => expected[name] !== given[name],
  );
}

/** How what is recorded is recomputed. Null says on purpose that there is no such check. */
type Recomputed = {
  /** Each row is of what happened, and says of it what is true. */
  happened: AuditCheck;
  /** No row is missing. */
  complete: AuditCheck | null;
  /** Rows that are numbered have the numbers in turn. */
  numbered: AuditCheck | null;
};

const checks: { readonly [R in Recorded]: Recomputed } = {
  ruleCounters: {
    happened: {
      check: 'every payment that a rule counts was made by its agent, then, and is counted once',
      sql: `SELECT c.* FROM (SELECT *, count(*) OVER (PARTITION BY agent_id, owner_party_id, id) AS times
            FROM counted_payments) c LEFT JOIN (${accepted}) p USING (id)
          WHERE c.times > 1 OR p.agent_id IS DISTINCT FROM c.agent_id OR p.accepted_at <> c.at
             OR c.owner_party_id NOT IN (p.initiator_party_id, p.payer_party_id)`,
    },
    complete: {
      check: 'a rule counts every payment that its agent made in the last day',
      sql: `SELECT r.agent_id, r.owner_party_id, p.id FROM rule_counters r JOIN (${accepted}) p
            ON p.agent_id = r.agent_id AND r.owner_party_id IN (p.initiator_party_id, p.payer_party_id)
          WHERE p.accepted_at >= r.since AND p.accepted_at > (
              SELECT clock_timestamp() + clock_offset_ms * interval '1 ms' - interval '${longestLookBacks.ruleCounters.longest_ms} ms' FROM installation)
            AND NOT EXISTS (SELECT FROM counted_payments c WHERE c.agent_id = r.agent_id
              AND c.owner_party_id = r.owner_party_id AND c.at = p.accepted_at AND c.id = p.id)`,
    },
    numbered: {
      check: 'the payments that a rule counts are numbered one after the other',
      sql: `SELECT * FROM (SELECT *, lag(number) OVER (PARTITION BY agent_id, owner_party_id ORDER BY at, number)
            AS before FROM counted_payments) c WHERE number <> before + 1`,
    },
  },
  knownPayees: {
    happened: {
      check: 'every payee that an agent knows was paid by it',
      sql: `SELECT k.agent_id, k.payee_party_id FROM known_payees k LEFT JOIN payments p ON p.id = k.payment_id
          WHERE p.id IS NULL OR p.agent_id <> k.agent_id
             OR k.payee_party_id NOT IN (p.payee_party_id, coalesce(p.first_payee_party_id, p.payee_party_id))
             OR p.accepted_at IS NULL OR k.owner_party_id NOT IN (p.initiator_party_id, p.payer_party_id)`,
    },
    complete: null, // since when an agent has the rule is not stored; who is missing is reviewed once more
    numbered: null,
  },
  purchases: {
    happened: {
      check: 'every recorded purchase has the digests, the payee and the time of its payment',
      sql: purchases,
      isWrong: isWrongPurchase,
    },
    complete: null, // in the same way
    numbered: null,
  },
};

type ListsRow = { lists: AgentRules['counterparties'] };

/** Returns whether an entry is stored with another form than the one in which it is compared now. */
function isWrongList(row: object): boolean {
  const { allow = [], block = [] } = (row as ListsRow).lists ?? {};
  return [...allow, ...block].some((entry) => !isComparedAsStored(entry));
}

const lists: AuditCheck = {
  check: 'every entry of a list is compared in the form that it has in the Unicode of this version',
  sql: `SELECT id AS agent_id, NULL::uuid AS delegation_id, NULL::uuid AS party_id, rules -> 'counterparties' AS lists
      FROM agents WHERE rules -> 'counterparties' IS NOT NULL
    UNION ALL SELECT agent_id, delegation_id, NULL, rules -> 'counterparties' FROM delegation_grants
      WHERE rules -> 'counterparties' IS NOT NULL
    UNION ALL SELECT NULL, NULL, id, agent_defaults -> 'rules' -> 'counterparties' FROM parties
      WHERE agent_defaults -> 'rules' -> 'counterparties' IS NOT NULL`,
  isWrong: isWrongList,
};

/** What the rules of agents look back at, recomputed from payments and withdrawals, and whom their lists name. */
export const ruleChecks: readonly AuditCheck[] = [
  ...Object.values(checks)
    .flatMap(({ happened, complete, numbered }) => [happened, complete, numbered])
    .filter((check) => check !== null),
  lists,
];
