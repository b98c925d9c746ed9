import type { FilterOf } from '../../db/filters.ts';
import {
  type BoundedPage,
  boundedSearch,
  type Found,
  foundIn,
  searchRange,
} from '../../db/bounded-search.ts';
import { many, type Queryable } from '../../db/sql.ts';
import type { KeptReason, PaymentStatus } from '../../engine/model/records.ts';
import type { Id, IdPrefix } from '../../lib/id.ts';
import type { AuditLogQuery } from './schema.ts';

/** A page of the lines that the filters let pass. */
export type LinesQuery = BoundedPage & Pick<AuditLogQuery, FilterOf<AuditLogQuery>>;

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
};

/** A line with the present state of its target, and the decisions about it. */
export type StoryRow = LineRow & {
  status: PaymentStatus | 'OPEN' | 'DECLINED' | 'EXPIRED' | null;
  updatedAt: Date | null;
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
  target_id, decision, reason, count, party_id FROM audit_lines`;
const derived = `id, created_at AS at, request_id, user_id, NULL::text AS key_prefix, credential_id, agent_id, instance_id,
  'POST /payments' AS action, id AS target_id, 'accepted' AS decision, NULL::text AS reason, 1::bigint AS count,
  CASE WHEN request_id IS NOT NULL THEN initiator_party_id END AS party_id FROM payments`;

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

const columns = `m.id, m.at, m.request_id, m.party_id, m.user_id,
  coalesce(m.key_prefix, (SELECT prefix FROM api_keys WHERE id = m.credential_id),
    (SELECT prefix FROM agent_keys WHERE id = m.credential_id)) AS key_prefix,
  m.agent_id, m.instance_id, m.action, m.target_id, coalesce((${prefixes.join(' UNION ALL ')} LIMIT 1),
    substring(m.action FROM '([a-z]{3})_' || replace(m.target_id::text, '-', ''))) AS target_prefix,
  m.decision, m.reason, m.count::bigint AS count`;

const outcome = `, t.status, t.updated_at, (
    SELECT json_agg(json_build_object('id', replace(a.id::text, '-', ''), 'status', a.status,
        'deciderPartyId', replace(a.decider_party_id::text, '-', ''), 'reasons', a.reasons,
        'decidedBy', CASE a.decider_party_id WHEN m.party_id THEN replace(a.decided_by::text, '-', '') END,
        'reason', CASE a.decider_party_id WHEN m.party_id THEN a.decision_reason END,
        'requestedAt', a.created_at, 'resolvedAt', a.resolved_at) ORDER BY a.id)
    FROM approvals a WHERE a.target_id = m.target_id AND m.party_id IN (a.payer_party_id, a.initiator_party_id)) AS reviews`;
const state = `LEFT JOIN LATERAL (
    SELECT status::text, updated_at FROM payments WHERE id = m.target_id
    UNION ALL SELECT status::text, updated_at FROM transfers WHERE id = m.target_id
    UNION ALL SELECT status::text, updated_at FROM payment_requests WHERE id = m.target_id LIMIT 1) t ON true`;

type Range = keyof typeof ranges;

function listOf<Row>(name: string, by: Range, more = '', join = '') {
  return many<Row & { scannedTo: string | null }, LinesQuery>(
    `audit_log_${name}_by_${by}`,
    boundedSearch(ranges[by], scan, { wanted, columns: columns + more, join }),
  );
}

const lists = {
  party: listOf<LineRow>('lines', 'party'),
  agent: listOf<LineRow>('lines', 'agent'),
  conversation: listOf<LineRow>('lines', 'conversation'),
  target: listOf<LineRow>('lines', 'target'),
};
const stories = {
  agent: listOf<StoryRow>('stories', 'agent', outcome, state),
  conversation: listOf<StoryRow>('stories', 'conversation', outcome, state),
};

/** Returns the party's lines that the filters let pass, newest first: up to `count` among those it reads. */
export async function listLines(db: Queryable, query: LinesQuery): Promise<Found<LineRow>> {
  const { targetId, instanceId, agentId } = query;
  const by = targetId ? 'target' : instanceId ? 'conversation' : agentId ? 'agent' : 'party';
  return foundIn(await lists[by](db, query));
}

/** Returns the lines of an agent in the same way, each with the outcome of what it was about. */
export async function listStories(
  db: Queryable,
  query: LinesQuery & { agentId: Id<'agt'> },
): Promise<Found<StoryRow>> {
  return foundIn(await stories[query.instanceId ? 'conversation' : 'agent'](db, query));
}
