import { asRecorded } from '../../db/recorded.ts';
import { firstRow, many, one, type Queryable, rows, statement } from '../../db/sql.ts';
import type { ApprovalReason, Target } from '../../engine/model/records.ts';
import {
  columnName,
  orOfOthers,
  type SeenColumn,
  transfers,
  visibleInApproval,
} from '../../engine/model/tables.ts';
import type { ReviewedTarget, TargetFacts } from '../../engine/model/targets.ts';
import type { Id } from '../../lib/id.ts';
import { sharedTerms, type SharedTerms } from '../../terms/payment-terms.ts';

export type ApprovalRow = {
  id: Id<'apr'>;
  status: 'pending' | 'approved' | 'denied' | 'canceled';
  targetType: Target['type'];
  targetId: Target['id'];
  reasons: ApprovalReason[];
  createdAt: Date;
  updatedAt: Date;
  resolvedAt: Date | null;
  /** The agent that made the payment or withdrawal. */
  agentId: Id<'agt'> | null;
  /** What the payment or withdrawal would cost beside its amount, in minor units; null if nothing. */
  fee: bigint | null;
};

const ofTarget = (column: 'agent_id' | 'fee'): string =>
  `CASE target_type WHEN 'payment' THEN (SELECT ${column} FROM payments WHERE id = target_id)
    ELSE (SELECT ${column} FROM transfers WHERE id = target_id) END`;
const columns = `id, status, target_type, target_id, reasons, created_at, updated_at, resolved_at,
  ${ofTarget('agent_id')} AS agent_id, ${ofTarget('fee')} AS fee`;

/**
 * Returns up to `count` approvals with this status, of what the party would pay or initiated, below an id, newest
 * first.
 */
export const listApprovalsBefore = many<
  ApprovalRow,
  { partyId: Id<'pty'>; status: ApprovalRow['status']; beforeId: string; count: number }
>(
  'approvals_list',
  `(SELECT ${columns} FROM approvals WHERE payer_party_id = $partyId AND status = $status
   AND id < $beforeId ORDER BY id DESC LIMIT $count)
   UNION ALL
   (SELECT ${columns} FROM approvals WHERE initiator_party_id = $partyId AND initiator_party_id <> payer_party_id
      AND status = $status AND id < $beforeId ORDER BY id DESC LIMIT $count)
   ORDER BY id DESC LIMIT $count`,
);

/** Returns an approval of a payment that the party would pay or initiated, or of its own withdrawal; or null. */
export const findApproval = one<ApprovalRow, [partyId: Id<'pty'>, id: Id<'apr'>]>(
  'approvals_by_id',
  `SELECT ${columns} FROM approvals WHERE id = $2 AND $1::uuid IN (payer_party_id, initiator_party_id)`,
);

type FactsRow = {
  type: Target['type'];
  id: Target['id'];
  payerPartyId: Id<'pty'>;
  payeePartyId: Id<'pty'> | null;
  recipientAddress: string | null;
  initiatorPartyId: Id<'pty'>;
  agentId: Id<'agt'> | null;
  paymentRequestId: Id<'prq'> | null;
  currency: string;
  externalAccountId: Id<'eac'> | null;
  madeByAgentKey: boolean;
  amount: bigint;
  fee: bigint | null;
};

/** The facts of a decision that never change: its target, and who made that. */
export type DecisionFacts = {
  target: TargetFacts;
  externalAccountId: Id<'eac'> | null;
  madeByAgentKey: boolean;
  /** What would be paid or withdrawn, without a fee. */
  amount: bigint;
  fee: bigint | null;
};

const facts = `a.target_type AS type, a.target_id AS id, a.payer_party_id, a.payee_party_id, p.recipient_address,
  a.initiator_party_id, coalesce(p.agent_id, t.agent_id) AS agent_id, p.payment_request_id,
  coalesce(p.currency, t.currency) AS currency, coalesce(p.amount, t.amount) AS amount, t.external_account_id,
  coalesce(p.fee, t.fee) AS fee,
  EXISTS (SELECT FROM agent_keys k WHERE k.id = coalesce(p.credential_id, t.credential_id)) AS made_by_agent_key
  FROM approvals a LEFT JOIN payments p ON p.id = a.target_id LEFT JOIN transfers t ON t.id = a.target_id`;

const factsById = statement<FactsRow>(
  'approvals_facts_by_id',
  `SELECT ${facts} WHERE a.id = $2 AND $1::uuid IN (a.payer_party_id, a.initiator_party_id)`,
);

/** Returns the facts of an approval that the party may see, or null. */
export async function findDecisionFacts(
  db: Queryable,
  partyId: Id<'pty'>,
  id: Id<'apr'>,
): Promise<DecisionFacts | null> {
  const row = await firstRow(db, factsById, [partyId, id]);
  return row && split(row);
}

const due = statement<FactsRow>(
  'approvals_due',
  `SELECT ${facts} WHERE a.due_at <= $1 ORDER BY a.due_at LIMIT $2`,
);

/** Returns targets whose approvals are overdue, of all parties: the sweep acts for none of them. */
export async function listOverdue(db: Queryable, now: Date, count: number): Promise<TargetFacts[]> {
  return (await rows(db, due, [now.toISOString(), count])).map((row) => split(row).target);
}

/** Returns what an agent of the party requested and what is in review. */
export const listReviewsOfAgent = many<ReviewedTarget, [partyId: Id<'pty'>, agentId: Id<'agt'>]>(
  'approvals_of_agent',
  `SELECT DISTINCT a.target_type AS type, a.target_id AS id, p.payment_request_id FROM (
     SELECT target_type, target_id FROM approvals WHERE payer_party_id = $1 AND status = 'pending'
     UNION ALL
     SELECT target_type, target_id FROM approvals
     WHERE initiator_party_id = $1 AND initiator_party_id <> payer_party_id AND status = 'pending') a
   LEFT JOIN payments p ON p.id = a.target_id LEFT JOIN transfers t ON t.id = a.target_id
   WHERE coalesce(p.agent_id, t.agent_id) = $2 ORDER BY type, id`,
);

const under = statement<FactsRow>(
  'approvals_under_a_grant',
  `SELECT DISTINCT ON (a.target_id) ${facts}
   WHERE a.initiator_party_id = $2 AND a.initiator_party_id <> a.payer_party_id AND a.status = 'pending'
     AND a.payer_party_id = $1 AND (p.agent_id = $3 OR p.agent_id IS NULL)
   ORDER BY a.target_id LIMIT $4`,
);

/**
 * Returns up to `count` payments in review that the delegate requested from the customer's wallet, with this agent or
 * without any.
 */
export async function listReviewedUnder(
  db: Queryable,
  { customerId, delegateId, agentId }: { customerId: Id<'pty'>; delegateId: Id<'pty'>; agentId: Id<'agt'> },
  count: number,
): Promise<TargetFacts[]> {
  const found = await rows(db, under, [customerId, delegateId, agentId, count]);
  return found.map((row) => split(row).target);
}

function split({ externalAccountId, madeByAgentKey, amount, fee, ...target }: FactsRow): DecisionFacts {
  return { target: target as TargetFacts, externalAccountId, madeByAgentKey, amount, fee };
}

/** What a decision is about, with everything that its decider has to know. */
export type ReviewRow = ApprovalRow &
  SharedTerms & {
    amount: bigint;
    currency: string;
    /** Whose money it is. */
    payerName: string;
    /** The payee, or the address of one who is not known; null for a withdrawal. */
    payeeName: string | null;
    payeeAddress: string | null;
    initiatorName: string;
    agentName: string | null;
    instanceId: string | null;
    userName: string | null;
    /** The account to which a withdrawal goes; null for a payment. */
    account: string | null;
    deciderPartyId: Id<'pty'>;
  };

/** Returns the query of approvals `x` with everything that a party has to know to decide, as the party sees it. */
const reviewedBy = (
  party: string,
): string => `SELECT v.*, x.decider_party_id, coalesce(p.amount, t.amount) AS amount,
     coalesce(p.currency, t.currency) AS currency, ${termsSeenBy(party)}, payer.name AS payer_name,
     coalesce(payee.name, p.recipient_address) AS payee_name, p.recipient_address AS payee_address,
     initiator.name AS initiator_name, a.name AS agent_name, ${ofTargetSeenBy(party, 'instanceId')} AS instance_id,
     u.name AS user_name, e.bank_name || ' ···· ' || e.last_four AS account
   FROM approvals x JOIN LATERAL (SELECT ${columns} FROM approvals WHERE id = x.id) v ON true
   LEFT JOIN payments p ON p.id = x.target_id LEFT JOIN transfers t ON t.id = x.target_id
   LEFT JOIN external_accounts e ON e.id = t.external_account_id
   LEFT JOIN parties payer ON payer.id = x.payer_party_id LEFT JOIN parties payee ON payee.id = x.payee_party_id
   LEFT JOIN parties initiator ON initiator.id = x.initiator_party_id
   LEFT JOIN agents a ON a.id = coalesce(p.agent_id, t.agent_id)
   LEFT JOIN users u ON u.id = coalesce(p.user_id, t.user_id) AND a.id IS NULL AND x.initiator_party_id = ${party}`;

/** Returns the SQL of a column of the payment `p` or the withdrawal `t` of an approval that the party reads. */
function ofTargetSeenBy(party: string, column: SeenColumn): string {
  return orOfOthers(column, visibleInApproval(column, party, 'p'), [[transfers, 't']]);
}

function termsSeenBy(party: string): string {
  return sharedTerms.map((term) => `${ofTargetSeenBy(party, term)} AS ${columnName(term)}`).join(', ');
}

/** Returns the approvals with these ids that the party may see, newest first, with what they are about. */
export const listReviews = many<ReviewRow, [partyId: Id<'pty'>, ids: ReadonlyArray<Id<'apr'>>]>(
  'approvals_reviews',
  `${reviewedBy('$1::uuid')} WHERE x.id = ANY ($2::uuid[]) AND $1::uuid IN (x.payer_party_id, x.initiator_party_id)
   ORDER BY x.id DESC`,
);
/** Returns an approval as the party that decides on it may see it, for its mail; or null. */
export const findForMail = one<ReviewRow & { deciderName: string }, [id: Id<'apr'>]>(
  'approvals_for_mail',
  `SELECT r.*, d.name AS decider_name FROM (${reviewedBy('x.decider_party_id')} WHERE x.id = $1) r
   JOIN parties d ON d.id = r.decider_party_id`,
);

/** An approval as an event recorded it. */
export const approvalAsRecorded = asRecorded<ApprovalRow>(
  'approvals_as_recorded',
  'approvals',
  (row) => `SELECT ${columns} FROM ${row} a WHERE $partyId::uuid IN (payer_party_id, initiator_party_id)`,
);
