import { many, type Queryable } from '../../../db/sql.ts';
import { isMakerSql } from '../../../engine/model/approvers.ts';
import type { Id } from '../../../lib/id.ts';

type AnnouncedRow = { approvalId: Id<'apr'>; partyId: Id<'pty'>; email: string | null };

const made = {
  userId: 'coalesce(p.user_id, t.user_id)',
  credentialId: 'coalesce(p.credential_id, t.credential_id)',
};

// Nobody is told who made the payment or withdrawal and so may not approve it, nor who has approved it already. Where no
// other user may decide, who made it is told, and may at least deny it or invite somebody.
const announce = many<AnnouncedRow, { now: Date; count: number; roles: readonly string[] }>(
  'approvals_announce',
  `WITH due AS MATERIALIZED (
     SELECT a.id, a.decider_party_id, a.target_id, a.of_party, a.first_decided_by FROM approvals a
     WHERE a.announced_at IS NULL AND a.status = 'pending' AND NOT EXISTS (SELECT FROM mails m
       WHERE m.kind = 'approval' AND m.party_id = a.decider_party_id AND m.created_at > $now::timestamptz - interval '1 minute')
     ORDER BY a.id LIMIT $count FOR NO KEY UPDATE OF a SKIP LOCKED),
   marked AS (UPDATE approvals SET announced_at = $now WHERE id IN (SELECT id FROM due))
   SELECT d.id AS approval_id, d.decider_party_id AS party_id, r.email
   FROM due d LEFT JOIN payments p ON p.id = d.target_id LEFT JOIN transfers t ON t.id = d.target_id
   LEFT JOIN LATERAL (
     SELECT u.email FROM members m JOIN users u ON u.id = m.user_id
     WHERE m.party_id = d.decider_party_id AND m.role = ANY ($roles::text[]) AND u.email IS NOT NULL
       AND u.id IS DISTINCT FROM d.first_decided_by
       AND (NOT ${isMakerSql(made, 'u.id', 'd.of_party')}
         OR NOT EXISTS (SELECT FROM members o
           WHERE o.party_id = m.party_id AND o.user_id <> m.user_id AND o.role = ANY ($roles::text[])))
     ORDER BY m.created_at, m.user_id LIMIT 20) r ON true
   ORDER BY d.id`,
);

/** Somebody who may decide on an approval, and the first one that waits for this person. */
export type Reader = { approvalId: Id<'apr'>; partyId: Id<'pty'>; email: string };

/**
 * Marks up to `count` new approvals of parties that got no mail about any within the last minute, of all parties: their
 * deciders are told. Returns how many, and for each of up to 20 members of a party with these roles, the first one.
 */
export async function markAnnounced(
  tx: Queryable,
  roles: readonly string[],
  now: Date,
  count: number,
): Promise<{ announced: number; readers: Reader[] }> {
  const found = await announce(tx, { now, count, roles });
  const readers = new Map<string, Reader>();
  for (const { approvalId, partyId, email } of found) {
    const name = `${partyId} ${email}`;
    if (email !== null && !readers.has(name)) readers.set(name, { approvalId, partyId, email });
  }
  return {
    announced: new Set(found.map(({ approvalId }) => approvalId)).size,
    readers: [...readers.values()],
  };
}

/** How many approvals of one agent wait for a party; `agentName` is null where people asked, without an agent. */
export type PendingCount = { agentName: string | null; count: bigint };

/** Counts the approvals that wait for a party by agent, the most first; `most` + 1 in all if there are more. */
export const countPending = many<PendingCount, [partyId: Id<'pty'>, most: number]>(
  'approvals_count_pending',
  `SELECT a.name AS agent_name, count(*) AS count FROM (
     SELECT agent_id FROM approvals WHERE payer_party_id = $1 AND status = 'pending' AND decider_party_id = $1
     UNION ALL
     SELECT agent_id FROM approvals WHERE initiator_party_id = $1 AND initiator_party_id <> payer_party_id
       AND status = 'pending' AND decider_party_id = $1
     LIMIT $2 + 1) x LEFT JOIN agents a ON a.id = x.agent_id
   GROUP BY a.id, a.name ORDER BY count(*) DESC, a.id`,
);
