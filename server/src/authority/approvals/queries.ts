import { madeByOwn, type OwnPage } from '../../db/filters.ts';
import { asRecorded } from '../../db/recorded.ts';
import { many, one, type Queryable, plainId } from '../../db/sql.ts';
import type { AgentRules } from '../../engine/model/agent-rules.ts';
import { isMakerSql, needsTwoSql } from '../../engine/model/approvers.ts';
import type { Contact } from '../../engine/model/counterparty.ts';
import type { AskedPayee, KeptReason, Payment, Target } from '../../engine/model/records.ts';
import { columnName, transfers } from '../../engine/model/tables.ts';
import { orOfOthers, type SeenColumn, visibleInApproval } from '../../engine/model/viewers.ts';
import type { ReviewedTarget, TargetFacts } from '../../engine/model/targets.ts';
import { knownPayeeOf, leadsTo } from '../../engine/model/waiting.ts';
import type { Id } from '../../lib/id.ts';
import { sharedTerms, type SharedTerms } from '../../terms/payment-terms.ts';

export type ApprovalRow = AskedPayee & {
  id: Id<'apr'>;
  payeePartyId: Id<'pty'> | null;
  status: 'pending' | 'approved' | 'denied' | 'canceled';
  targetType: Target['type'];
  targetId: Target['id'];
  /** The owner of the exceeded limits and rules. */
  deciderPartyId: Id<'pty'>;
  /** Shown by `reasonsFor`. */
  reasons: KeptReason[];
  createdAt: Date;
  updatedAt: Date;
  resolvedAt: Date | null;
  /** The agent that made the payment or withdrawal. */
  agentId: Id<'agt'> | null;
  /** What the payment or withdrawal would cost beside its amount, in minor units; null if nothing. */
  fee: bigint | null;
  /** Null unless it waits, and an agent made the payment or withdrawal. */
  judged: JudgedRow | null;
  /** Who approved or denied it; null if nobody has, and for a party that does not decide. */
  decision: DecisionRow | null;
  /** The first of two who approved, and when; null if nobody has, and for a party that does not decide. */
  first: DecisionRow | null;
  firstDecidedAt: Date | null;
};

/** What is judged, of what waits, by the rules of the agent as they are now. */
export type JudgedRow = Pick<
  Payment,
  'payeePartyId' | 'recipientAddress' | 'recipientAgentId' | 'currency'
> & {
  /** Of a withdrawal. */
  externalAccountId: Id<'eac'> | null;
  /** The agent's party. */
  ownerId: Id<'pty'>;
  rules: AgentRules | null;
  customerId: Id<'pty'>;
  grantRules: AgentRules | null;
  /** Those that lead to the payee's party; null if there are none. */
  addresses: Contact[] | null;
};

export type DecisionRow = { userId: Id<'usr'>; credentialId: Id<'apy'>; invitedByMaker: boolean };

type OfTarget = 'fee' | 'currency' | 'user_id' | 'credential_id';

/** Returns the SQL of a column of what approval `a` is about. */
const ofTarget = (column: OfTarget): string =>
  `CASE a.target_type WHEN 'payment' THEN (SELECT ${column} FROM payments WHERE id = a.target_id)
    ELSE (SELECT ${column} FROM transfers WHERE id = a.target_id) END`;

/** Returns the SQL condition that a user made what approval `a` is about, and so may not approve it. */
const madeBy = (user: string): string =>
  isMakerSql({ userId: ofTarget('user_id'), credentialId: ofTarget('credential_id') }, user, 'a.of_party');

const invitations = `users u JOIN party_invitations i ON i.party_id = a.decider_party_id AND i.email = u.email
  AND i.status = 'ACCEPTED'`;

/** Returns the SQL condition that a maker of what approval `a` is about has invited the user to the party that decides. */
const invitedByMaker = (user: string): string => `EXISTS (SELECT FROM ${invitations}
  WHERE u.id = ${user} AND ${madeBy('i.created_by')})`;

const payeeId = knownPayeeOf('p');
// What decides whether the rules of today refuse what waits.
const isJudged = `a.status = 'pending' AND a.agent_id IS NOT NULL`;
const judged = `CASE WHEN ${isJudged} THEN (SELECT json_build_object(
    'ownerId', ${plainId('a.initiator_party_id')}, 'customerId', ${plainId('a.payer_party_id')},
    'currency', ${ofTarget('currency')}, 'payeePartyId', ${plainId(payeeId)},
    'recipientAddress', p.recipient_address, 'recipientAgentId', ${plainId('p.recipient_agent_id')},
    'externalAccountId', (SELECT ${plainId('t.external_account_id')} FROM transfers t WHERE t.id = a.target_id),
    'addresses', (SELECT json_agg(json_build_object('kind', c.kind, 'value', c.value))
      FROM (SELECT ${payeeId} AS id) y CROSS JOIN LATERAL (${leadsTo('y.id')}) c))
    FROM (SELECT) one LEFT JOIN payments p ON p.id = a.target_id) END`;
// The rules of an agent, which may have 100 KB, come once in a page.
const judging = `CASE WHEN ${isJudged} AND
      row_number() OVER (PARTITION BY a.agent_id, a.initiator_party_id, a.payer_party_id ORDER BY a.id DESC) = 1
    THEN (SELECT json_build_object('rules', g.rules, 'grantRules',
      (SELECT x.rules FROM delegations d JOIN delegation_grants x ON x.delegation_id = d.id
        WHERE d.customer_party_id = a.payer_party_id AND d.party_id = a.initiator_party_id AND x.agent_id = a.agent_id
          AND x.status <> 'REVOKED' AND a.payer_party_id <> a.initiator_party_id))
      FROM agents g WHERE g.id = a.agent_id) END`;

/** Returns the columns of approval `a` as a party sees them. */
const columnsFor = (party: string): string => `a.id, a.status, a.target_type, a.target_id,
  a.payee_party_id, a.payee_name, a.payee_address, a.payee_verified, a.decider_party_id, a.reasons, a.created_at, a.updated_at, a.resolved_at,
  a.agent_id, ${ofTarget('fee')} AS fee, ${judged} AS judged, ${judging} AS judging,
  CASE WHEN a.decider_party_id = ${party} AND a.decided_by IS NOT NULL THEN json_build_object(
    'userId', ${plainId('a.decided_by')}, 'credentialId', ${plainId('a.decided_with')},
    'invitedByMaker', ${invitedByMaker('a.decided_by')}) END AS decision,
  CASE WHEN a.decider_party_id = ${party} AND a.first_decided_by IS NOT NULL THEN json_build_object(
    'userId', ${plainId('a.first_decided_by')}, 'credentialId', ${plainId('a.first_decided_with')},
    'invitedByMaker', ${invitedByMaker('a.first_decided_by')}) END AS first, a.first_decided_at`;

/** An approval as it is read: the rules that judge it are with the first of those in the page that they judge. */
type PageRow = Omit<ApprovalRow, 'judged'> & {
  judged: Omit<JudgedRow, keyof Judging> | null;
  judging: Judging | null;
};
type Judging = Pick<JudgedRow, 'rules' | 'grantRules'>;

function withRules(rows: readonly PageRow[]): ApprovalRow[] {
  const known = new Map<string, Judging>();
  return rows.map(({ judged: of, judging: rules, ...row }) => {
    if (!of) return { ...row, judged: null };
    const key = `${row.agentId} ${of.ownerId} ${of.customerId}`;
    if (rules) known.set(key, rules);
    return { ...row, judged: { ...of, ...(known.get(key) ?? noRules) } };
  });
}

const noRules: Judging = { rules: null, grantRules: null };

type ApprovalsPage = OwnPage & { status: ApprovalRow['status'] };

const before = many<PageRow, ApprovalsPage>(
  'approvals_list',
  `SELECT ${columnsFor('$partyId')} FROM (
     (SELECT * FROM approvals WHERE payer_party_id = $partyId AND status = $status
      AND id < $before ORDER BY id DESC LIMIT $count)
     UNION ALL
     (SELECT * FROM approvals WHERE initiator_party_id = $partyId AND initiator_party_id <> payer_party_id
        AND status = $status AND id < $before ORDER BY id DESC LIMIT $count)
     ORDER BY id DESC LIMIT $count) a ORDER BY a.id DESC`,
);
const ownBefore = many<PageRow, ApprovalsPage>(
  'approvals_list_own',
  `SELECT ${columnsFor('$partyId')} FROM (SELECT * FROM approvals
     ${madeByOwn('agent_id', '$partyId::uuid IN (payer_party_id, initiator_party_id)', { status: '$status::text' })}) a
   ORDER BY a.id DESC`,
);
const ofTargetBefore = many<PageRow, ApprovalsPage & { type: Target['type']; id: Target['id'] }>(
  'approvals_list_of_target',
  `SELECT ${columnsFor('$partyId::uuid')} FROM approvals a
   WHERE a.target_id = $id AND a.target_type = $type AND $partyId::uuid IN (a.payer_party_id, a.initiator_party_id)
     AND a.status = $status AND a.id < $before AND ($own?::uuid IS NULL OR a.agent_id = $own)
   ORDER BY a.id DESC LIMIT $count`,
);

/**
 * Returns up to `count` approvals with this status, of what the party would pay or initiated, or of the target alone, below
 * an id, newest first; for an agent that reads its own only, of what it made.
 */
export async function listApprovalsBefore(
  db: Queryable,
  { targetId: target, ...page }: ApprovalsPage & { targetId?: Target | undefined },
): Promise<ApprovalRow[]> {
  if (target) return withRules(await ofTargetBefore(db, { ...page, ...target }));
  return withRules(await (page.own ? ownBefore : before)(db, page));
}

const byId = many<PageRow, [partyId: Id<'pty'>, id: Id<'apr'>]>(
  'approvals_by_id',
  `SELECT ${columnsFor('$1::uuid')} FROM approvals a
   WHERE a.id = $2 AND $1::uuid IN (a.payer_party_id, a.initiator_party_id)`,
);

/** Returns an approval of a payment that the party would pay or initiated, or of its own withdrawal; or null. */
export async function findApproval(
  db: Queryable,
  partyId: Id<'pty'>,
  id: Id<'apr'>,
): Promise<ApprovalRow | null> {
  return withRules(await byId(db, partyId, id))[0] ?? null;
}

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
  invitedByMaker: Array<Id<'usr'>> | null;
  amount: bigint;
  description: string | null;
  fee: bigint | null;
};

/** The facts of a decision that never change: its target, and who made that. */
export type DecisionFacts = {
  target: TargetFacts;
  externalAccountId: Id<'eac'> | null;
  madeByAgentKey: boolean;
  /** The users whom its maker has invited to the party that decides. */
  invitedByMaker: ReadonlyArray<Id<'usr'>>;
  /** What would be paid or withdrawn, without a fee. */
  amount: bigint;
  description: string | null;
  fee: bigint | null;
};

// Whom its maker has invited is asked only by who decides.
const noUsers = 'NULL';
const invitedUsers = `(SELECT json_agg(DISTINCT ${plainId('u.id')}) FROM ${invitations} WHERE ${madeBy('i.created_by')})`;

const factsWith = (invited: string): string => `a.target_type AS type, a.target_id AS id, a.payer_party_id,
  a.payee_party_id, p.recipient_address, a.initiator_party_id,
  a.agent_id, p.payment_request_id, coalesce(p.currency, t.currency) AS currency,
  coalesce(p.amount, t.amount) AS amount, coalesce(p.description, t.description) AS description,
  t.external_account_id, coalesce(p.fee, t.fee) AS fee,
  EXISTS (SELECT FROM agent_keys k WHERE k.id = coalesce(p.credential_id, t.credential_id)) AS made_by_agent_key,
  ${invited} AS invited_by_maker
  FROM approvals a LEFT JOIN payments p ON p.id = a.target_id LEFT JOIN transfers t ON t.id = a.target_id`;

const factsById = one<FactsRow, [partyId: Id<'pty'>, id: Id<'apr'>]>(
  'approvals_facts_by_id',
  `SELECT ${factsWith(invitedUsers)} WHERE a.id = $2 AND $1::uuid IN (a.payer_party_id, a.initiator_party_id)`,
);

/** Returns the facts of an approval that the party may see; or null. */
export async function findDecisionFacts(
  db: Queryable,
  partyId: Id<'pty'>,
  id: Id<'apr'>,
): Promise<DecisionFacts | null> {
  const row = await factsById(db, partyId, id);
  return row && split(row);
}

const due = many<FactsRow, [now: Date, count: number]>(
  'approvals_due',
  `SELECT ${factsWith(noUsers)} WHERE a.due_at <= $1 ORDER BY a.due_at LIMIT $2`,
);

/** Returns targets whose approvals are overdue, of all parties: the sweep acts for none of them. */
export async function listOverdue(db: Queryable, now: Date, count: number): Promise<TargetFacts[]> {
  return (await due(db, now, count)).map((row) => split(row).target);
}

/** Returns what an agent of the party requested and what is in review. */
export const listReviewsOfAgent = many<ReviewedTarget, [partyId: Id<'pty'>, agentId: Id<'agt'>]>(
  'approvals_of_agent',
  `SELECT DISTINCT a.target_type AS type, a.target_id AS id, p.payment_request_id
   FROM approvals a LEFT JOIN payments p ON p.id = a.target_id
   WHERE a.agent_id = $2 AND a.status = 'pending' AND a.initiator_party_id = $1 ORDER BY type, id`,
);

type Grant = { customerId: Id<'pty'>; delegateId: Id<'pty'>; agentId: Id<'agt'> };

const under = many<FactsRow, Grant & { count: number }>(
  'approvals_under_a_grant',
  `SELECT DISTINCT ON (a.target_id) ${factsWith(noUsers)}
   WHERE a.initiator_party_id = $delegateId AND a.initiator_party_id <> a.payer_party_id AND a.status = 'pending'
     AND a.payer_party_id = $customerId AND (a.agent_id = $agentId OR a.agent_id IS NULL)
   ORDER BY a.target_id LIMIT $count`,
);

/**
 * Returns up to `count` payments in review that the delegate requested from the customer's wallet, with this agent or
 * without any.
 */
export async function listReviewedUnder(db: Queryable, grant: Grant, count: number): Promise<TargetFacts[]> {
  return (await under(db, { ...grant, count })).map((row) => split(row).target);
}

function split({
  externalAccountId,
  madeByAgentKey,
  invitedByMaker: invited,
  amount,
  description,
  fee,
  ...target
}: FactsRow): DecisionFacts {
  const decision = { madeByAgentKey, invitedByMaker: invited ?? [] };
  return { target: target as TargetFacts, externalAccountId, ...decision, amount, description, fee };
}

/** What a decision is about, with everything that its decider has to know. */
export type ReviewRow = ApprovalRow &
  SharedTerms & {
    amount: bigint;
    currency: string;
    /** Whose money it is. */
    payerName: string;
    initiatorName: string;
    agentName: string | null;
    instanceId: string | null;
    userName: string | null;
    /** The account to which a withdrawal goes; null for a payment. */
    account: string | null;
    /** Whether two users of the party that decides approve it, as its policy is now. */
    asksTwo: boolean;
    /** Whether only people who have signed in approve it, as the policy is now. */
    bySession: boolean;
    /** The name of the first of two who approved; null if nobody has, and for a party that does not decide. */
    firstName: string | null;
  };

const money = { amount: 'coalesce(p.amount, t.amount)', currency: 'coalesce(p.currency, t.currency)' };

/** Returns the query of approvals `x` with everything that a party has to know to decide, as the party sees it. */
const reviewedBy = (party: string): string => `SELECT v.*, coalesce(p.amount, t.amount) AS amount,
     coalesce(p.currency, t.currency) AS currency, ${termsSeenBy(party)}, payer.name AS payer_name,
     initiator.name AS initiator_name, a.name AS agent_name, ${ofTargetSeenBy(party, 'instanceId')} AS instance_id,
     u.name AS user_name, e.bank_name || ' ···· ' || e.last_four AS account,
     CASE WHEN x.decider_party_id = ${party} THEN f.name END AS first_name,
     d.approve_by = 'session' AS by_session, ${needsTwoSql('d', money)} AS asks_two
   FROM approvals x JOIN LATERAL (SELECT ${columnsFor(party)} FROM approvals a WHERE a.id = x.id) v ON true
   LEFT JOIN payments p ON p.id = x.target_id LEFT JOIN transfers t ON t.id = x.target_id
   LEFT JOIN external_accounts e ON e.id = t.external_account_id
   LEFT JOIN parties payer ON payer.id = x.payer_party_id
   LEFT JOIN parties initiator ON initiator.id = x.initiator_party_id
   LEFT JOIN agents a ON a.id = x.agent_id
   LEFT JOIN parties d ON d.id = x.decider_party_id
   LEFT JOIN users f ON f.id = x.first_decided_by
   LEFT JOIN users u ON u.id = coalesce(p.user_id, t.user_id) AND a.id IS NULL AND x.initiator_party_id = ${party}`;

/** Returns the SQL of a column of the payment `p` or the withdrawal `t` of an approval that the party reads. */
function ofTargetSeenBy(party: string, column: SeenColumn): string {
  return orOfOthers(column, visibleInApproval(column, party, 'p'), [[transfers, 't']]);
}

function termsSeenBy(party: string): string {
  return sharedTerms.map((term) => `${ofTargetSeenBy(party, term)} AS ${columnName(term)}`).join(', ');
}

/** Returns the approvals with these ids that the party may see, newest first, with what they are about: see `readReviews`. */
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

export const approvalAsRecorded = asRecorded<ApprovalRow>(
  'approvals_as_recorded',
  'approvals',
  (row) => `SELECT ${columnsFor('$partyId::uuid')} FROM ${row} a
    WHERE $partyId::uuid IN (a.payer_party_id, a.initiator_party_id)`,
);
