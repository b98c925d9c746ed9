import type { FilterOf } from '../../db/filters.ts';
import {
  type BoundedPage,
  boundedSearch,
  type Found,
  foundIn,
  searchRange,
} from '../../db/bounded-search.ts';
import { many, plainId, type Queryable } from '../../db/sql.ts';
import type { NamedCounterparty } from '../../engine/model/agent-rules.ts';
import type { Attempt, Change } from '../../engine/model/journal.ts';
import type { KeptReason } from '../../engine/model/records.ts';
import { paysOrInitiated, visible } from '../../engine/model/viewers.ts';
import type { Id, IdPrefix } from '../../lib/id.ts';
import type { ActivityQuery, AuditLogQuery, TargetStatus } from './schema.ts';

/** A page of the lines that the filters let pass. */
export type LinesQuery = BoundedPage & Pick<AuditLogQuery, FilterOf<AuditLogQuery>>;

/** A page of what an agent did. */
export type StoriesQuery = LinesQuery & { agentId: Id<'agt'> } & Pick<ActivityQuery, 'outcome'>;

export type LineRow = {
  id: Id<'aud'>;
  at: Date;
  requestId: Id<'req'> | null;
  partyId: Id<'pty'>;
  userId: Id<'usr'> | null;
  keyPrefix: string;
  agentId: Id<'agt'> | null;
  instanceId: string | null;
  action: string;
  targetId: string | null;
  /** The prefix of the target's public id; null if there is no target, or it is of no known kind. */
  targetPrefix: IdPrefix | null;
  decision: 'accepted' | 'refused';
  reason: string | null;
  count: bigint;
  changes: Change[] | null;
};

/** A line with what it was about, the present state of that, and the decisions about it. */
export type StoryRow = LineRow & {
  /** What was asked for and refused, if the line keeps it. */
  attempt: Attempt | null;
  status: TargetStatus | null;
  updatedAt: Date | null;
  amount: bigint | null;
  currency: string | null;
  description: string | null;
  /** Whose wallet pays, if not that of the agent's party. */
  customerPartyId: Id<'pty'> | null;
  /** Who is paid, or asked to pay: an address, or an id in the database's form. */
  counterpartyType: NamedCounterparty['type'] | null;
  counterparty: string | null;
  counterpartyName: string | null;
  reviews: Array<{
    id: Id<'apr'>;
    status: 'pending' | 'approved' | 'denied' | 'canceled';
    deciderPartyId: Id<'pty'>;
    /** Who decided, if that is a user of the reading party. */
    decidedBy: Id<'usr'> | null;
    reason: string | null;
    reasons: KeptReason[];
    requestedAt: string;
    resolvedAt: string | null;
  }> | null;
};

// The columns of both kinds of lines: those that are stored, and those that `audit_log` derives from payments.
const stored = `id, at, request_id, user_id, key_prefix, NULL::uuid AS credential_id, agent_id, instance_id, action,
  target_id, decision, reason, count, attempt, changes, party_id FROM audit_lines`;
const derived = `id, created_at AS at, request_id, user_id, NULL::text AS key_prefix, credential_id, agent_id, instance_id,
  'POST /payments' AS action, id AS target_id, 'accepted' AS decision, NULL::text AS reason, 1::bigint AS count,
  NULL::jsonb AS attempt, NULL::jsonb AS changes, CASE WHEN request_id IS NOT NULL THEN initiator_party_id END AS party_id FROM payments`;

// How many lines of a range one page reads at most: few of them may be what the filters want. A literal, so that even a
// plan made once for all parties knows how far it has to read.
const scan = '2000';

const range = (from: string, keys: Record<string, string>, condition?: string): string =>
  searchRange(from, keys, scan, condition);

const notRefused = "AND $decision IS DISTINCT FROM 'refused'"; // decided before the first row is read
const [hash, wantedHash] = ['hashtextextended(instance_id, 0)', 'hashtextextended($instanceId, 0)'];
const hasInstance = 'AND instance_id IS NOT NULL';

// Nobody's, if it is not the party's: where a page of foreign lines ends would show that they exist.
const ownAgent = '(SELECT id FROM agents WHERE id = $agentId::uuid AND party_id = $partyId)';

// The index ranges in which lines are looked for, by the most selective filter.
const ranges = {
  party: [
    range(stored, { party_id: '$partyId::uuid' }, 'AND party_id IS NOT NULL'),
    range(derived, { payer_party_id: '$partyId::uuid' }, notRefused),
    range(
      derived,
      { initiator_party_id: '$partyId::uuid' },
      `AND initiator_party_id <> payer_party_id ${notRefused}`,
    ),
  ],
  agent: [
    range(stored, { agent_id: ownAgent }, 'AND agent_id IS NOT NULL'),
    range(derived, { agent_id: ownAgent }, `AND agent_id IS NOT NULL ${notRefused}`),
  ],
  conversation: [
    range(stored, { party_id: '$partyId::uuid', [hash]: wantedHash }, hasInstance),
    range(
      derived,
      { initiator_party_id: '$partyId::uuid', [hash]: wantedHash },
      `${hasInstance} ${notRefused}`,
    ),
  ],
  target: [
    range(stored, { target_id: '$targetId::uuid' }, 'AND target_id IS NOT NULL AND party_id = $partyId'),
    `SELECT ${derived} WHERE id = $targetId AND id < $before AND id >= $lowest ${notRefused} LIMIT ${scan}`,
  ],
};

const wanted = `x.party_id = $partyId AND ($createdAfter?::timestamptz IS NULL OR x.at >= $createdAfter)
  AND ($createdBefore?::timestamptz IS NULL OR x.at < $createdBefore)
  AND ($agentId?::uuid IS NULL OR x.agent_id = $agentId) AND ($instanceId?::text IS NULL OR x.instance_id = $instanceId)
  AND ($credentialId?::uuid IS NULL OR x.credential_id = $credentialId OR x.key_prefix = (
    SELECT prefix FROM api_keys WHERE party_id = $partyId AND id = $credentialId
    UNION ALL SELECT prefix FROM agent_keys WHERE party_id = $partyId AND id = $credentialId))
  AND ($userId?::uuid IS NULL OR x.user_id = $userId) AND ($action?::text IS NULL OR x.action ~ $action)
  AND ($decision?::text IS NULL OR x.decision = $decision) AND ($targetId?::uuid IS NULL OR x.target_id = $targetId)`;

// Where the target of a line is looked up. A PROVISIONAL party has the digits of the payment that registered it, so
// payments come first. What no longer exists, such as a removed address, has its id in the route.
const targets: ReadonlyArray<[IdPrefix, string]> = [
  ['pay', 'payments'],
  ['rfd', 'refunds'],
  ['trf', 'transfers'],
  ['apr', 'approvals'],
  ['prq', 'payment_requests'],
  ['agt', 'agents'],
  ['agk', 'agent_keys'],
  ['apy', 'api_keys'],
  ['dlg', 'delegations'],
  ['adi', 'customer_invitations'],
  ['inv', 'party_invitations'],
  ['eac', 'external_accounts'],
  ['pty', 'parties'],
  ['usr', 'users'],
  ['con', 'contact_verifications'],
  ['wal', 'wallets'],
];
const prefixes = targets.map(([prefix, table]) => `SELECT '${prefix}' FROM ${table} WHERE id = m.target_id`);

/** The prefix of the public id of what a line `m` is about, in SQL. */
export const targetPrefix = `coalesce((${prefixes.join(' UNION ALL ')} LIMIT 1),
    substring(m.action FROM '([a-z]{3})_' || ${plainId('m.target_id')}))`;

const columns = `m.id, m.at, m.request_id, m.party_id, m.user_id,
  coalesce(m.key_prefix, (SELECT prefix FROM api_keys WHERE id = m.credential_id),
    (SELECT prefix FROM agent_keys WHERE id = m.credential_id)) AS key_prefix,
  m.agent_id, m.instance_id, m.action, m.target_id, ${targetPrefix} AS target_prefix,
  m.decision, m.reason, m.count::bigint AS count, m.changes`;

// The status of what a line was about. A line of a refusal has none: what it asked for was not done.
const statusOf = (id: string): string => `(
    SELECT status::text FROM payments WHERE id = ${id}
    UNION ALL SELECT status::text FROM transfers WHERE id = ${id}
    UNION ALL SELECT status::text FROM payment_requests WHERE id = ${id} LIMIT 1)`;

const wantedStory = `${wanted} AND ($outcome?::text IS NULL
    OR CASE x.decision WHEN 'refused' THEN $outcome = 'REFUSED' ELSE $outcome = ${statusOf('x.target_id')} END)`;

// A refused line has no target. What its route names is told of only if it is the party's, too; of an approval, what waits for it.
const ownApproval = 'm.party_id IN (a.payer_party_id, a.initiator_party_id)';
const named = `coalesce(m.target_id, substring(m.action FROM '(?:pay|trf|prq)_([0-9a-f]{32})')::uuid, (
    SELECT a.target_id FROM approvals a WHERE a.id = substring(m.action FROM 'apr_([0-9a-f]{32})')::uuid AND ${ownApproval}))`;

const outcome = `, m.attempt, t.status, t.updated_at, t.amount, t.currency, t.description, t.customer_party_id,
    t.counterparty_type, t.counterparty,
    coalesce(t.counterparty_name, (SELECT name FROM parties WHERE id = t.counterparty_party_id)) AS counterparty_name, (
    SELECT json_agg(json_build_object('id', ${plainId('a.id')}, 'status', a.status,
        'deciderPartyId', ${plainId('a.decider_party_id')}, 'reasons', a.reasons,
        'decidedBy', CASE a.decider_party_id WHEN m.party_id THEN ${plainId('a.decided_by')} END,
        'reason', CASE a.decider_party_id WHEN m.party_id THEN a.decision_reason END,
        'requestedAt', a.created_at, 'resolvedAt', a.resolved_at) ORDER BY a.id)
    FROM approvals a WHERE a.target_id = ${named} AND ${ownApproval}) AS reviews`;

const seen = (isOwn: string): string => `(m.target_id IS NOT NULL OR ${isOwn})`;
const address = visible('recipientAddress', 'm.party_id', 'p');
const customer = `CASE WHEN m.party_id = p.initiator_party_id THEN nullif(p.payer_party_id, m.party_id) END`;
const isAsked = 'r.party_id <> m.party_id';
const about = `LEFT JOIN LATERAL (
    SELECT p.status::text, p.updated_at, p.amount, p.currency, ${visible('description', 'm.party_id', 'p')} AS description,
      ${customer} AS customer_party_id, p.payee_party_id AS counterparty_party_id,
      CASE WHEN p.payee_party_id IS NOT NULL THEN 'party_id' WHEN ${address} LIKE '%@%' THEN 'email' ELSE 'phone' END
        AS counterparty_type, coalesce(p.payee_party_id::text, ${address}) AS counterparty, NULL AS counterparty_name
    FROM payments p WHERE p.id = ${named} AND ${seen(paysOrInitiated('m.party_id', 'p'))}
    UNION ALL
    SELECT t.status::text, t.updated_at, t.amount, t.currency, t.description, NULL, NULL,
      CASE t.type WHEN 'withdrawal' THEN 'external_account_id' END,
      CASE t.type WHEN 'withdrawal' THEN t.external_account_id::text END,
      CASE t.type WHEN 'withdrawal' THEN t.external_account_mask END
    FROM transfers t WHERE t.id = ${named} AND ${seen('t.party_id = m.party_id')}
    UNION ALL
    SELECT r.status::text, r.updated_at, r.amount, r.currency, r.description, NULL,
      CASE WHEN ${isAsked} THEN r.party_id WHEN r.payer_identifier_type = 'party_id' THEN r.payer_identifier::uuid END,
      CASE WHEN ${isAsked} THEN 'party_id' ELSE r.payer_identifier_type END,
      CASE WHEN ${isAsked} THEN r.party_id::text ELSE r.payer_identifier END,
      CASE WHEN NOT ${isAsked} THEN r.payer_name END
    FROM payment_requests r WHERE r.id = ${named} AND ${seen('r.party_id = m.party_id')} LIMIT 1) t ON true`;

type Range = keyof typeof ranges;

function linesBy(by: Range) {
  return many<LineRow & { scannedTo: string | null }, LinesQuery>(
    `audit_log_lines_by_${by}`,
    boundedSearch(ranges[by], scan, { wanted, columns }),
  );
}

function storiesBy(by: Range) {
  return many<StoryRow & { scannedTo: string | null }, StoriesQuery>(
    `audit_log_stories_by_${by}`,
    boundedSearch(ranges[by], scan, { wanted: wantedStory, columns: columns + outcome, join: about }),
  );
}

const lists = {
  party: linesBy('party'),
  agent: linesBy('agent'),
  conversation: linesBy('conversation'),
  target: linesBy('target'),
};
const stories = {
  agent: storiesBy('agent'),
  conversation: storiesBy('conversation'),
};

/** Returns the party's lines that the filters let pass, newest first: up to `count` among those it reads. */
export async function listLines(db: Queryable, query: LinesQuery): Promise<Found<LineRow>> {
  const { targetId, instanceId, agentId } = query;
  const by = targetId ? 'target' : instanceId ? 'conversation' : agentId ? 'agent' : 'party';
  return foundIn(await lists[by](db, query));
}

/** Returns the lines of an agent in the same way, each with the outcome of what it was about. */
export async function listStories(db: Queryable, query: StoriesQuery): Promise<Found<StoryRow>> {
  return foundIn(await stories[query.instanceId ? 'conversation' : 'agent'](db, query));
}
