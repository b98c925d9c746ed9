import { textArray } from '../../../db/arrays.ts';
import { asRecorded } from '../../../db/recorded.ts';
import { firstRow, hits, type Queryable, rows, statement } from '../../../db/sql.ts';
import type { Id } from '../../../lib/id.ts';
import type { InvitationRow } from '../queries.ts';
import type { Recipient } from '../read-recipients.ts';
import type { InvitationStatus } from '../schema.ts';
import type { InvitingAgent } from '../view.ts';

/** An invitation with its agent. */
export type SentInvitation = InvitationRow & { agent: InvitingAgent };

/** An invitation and its agent, in one row. */
export type FlatRow = Omit<InvitationRow, 'recipient'> & {
  recipientType: Recipient['type'];
  recipientValue: string;
  agentId: Id<'agt'>;
  agentName: string;
  agentDescription: string | null;
  agentStatus: InvitingAgent['status'];
};

const columns = `i.id, i.recipient_type, i.recipient_value, i.link_token, i.status, i.permissions,
  i.per_transaction, i.tags, i.expires_at, i.created_at, i.updated_at, i.agent_id, a.name AS agent_name,
  a.description AS agent_description, a.status AS agent_status`;
const withAgent = 'JOIN agents a ON a.id = i.agent_id';

// One index range per status, each in list order and limited to a page, then merged.
const lists = {
  all: listOf('all', ''),
  ofAgent: listOf('of_agent', 'AND k.agent_id = $5'),
  toRecipient: listOf('to_recipient', 'AND k.recipient_value = $5 AND ($6::uuid IS NULL OR k.agent_id = $6)'),
};

function listOf(name: string, condition: string) {
  return statement<FlatRow>(
    `customer_invitations_list_${name}`,
    `SELECT ${columns} FROM (
       SELECT x.* FROM unnest($2::text[]) AS s (status)
       CROSS JOIN LATERAL (SELECT * FROM customer_invitations k
         WHERE k.party_id = $1 AND k.status = s.status AND k.id < $3 ${condition} ORDER BY k.id DESC LIMIT $4) x
       ORDER BY x.id DESC LIMIT $4) i ${withAgent} ORDER BY i.id DESC`,
  );
}

/**
 * Returns up to `count` invitations of the party with these states, below an id, newest first: all of them, those of an
 * agent, those to a recipient, or both.
 */
export async function listInvitationsBefore(
  db: Queryable,
  partyId: Id<'pty'>,
  {
    statuses,
    agentId,
    recipient,
  }: { statuses: readonly InvitationStatus[]; agentId: Id<'agt'> | null; recipient: string | null },
  before: string,
  count: number,
): Promise<SentInvitation[]> {
  const position = [partyId, textArray(statuses), before, count];
  const found =
    recipient !== null
      ? await rows(db, lists.toRecipient, [...position, recipient, agentId])
      : agentId !== null
        ? await rows(db, lists.ofAgent, [...position, agentId])
        : await rows(db, lists.all, position);
  return found.map(sentInvitation);
}

const find = statement<FlatRow>(
  'customer_invitations_by_id',
  `SELECT ${columns} FROM customer_invitations i ${withAgent} WHERE i.party_id = $1 AND i.id = $2`,
);

/** Returns an invitation of the party, or null. */
export async function findInvitation(
  db: Queryable,
  partyId: Id<'pty'>,
  id: Id<'adi'>,
): Promise<SentInvitation | null> {
  const found = await firstRow(db, find, [partyId, id]);
  return found && sentInvitation(found);
}

/** Cancels an open invitation of the party. Returns false if there is none. */
export const cancelPending = hits<{ partyId: Id<'pty'>; id: Id<'adi'>; now: Date }>(
  'customer_invitations_cancel',
  `UPDATE customer_invitations SET status = 'CANCELED', updated_at = $now
   WHERE party_id = $partyId AND id = $id AND status = 'PENDING' AND expires_at > $now`,
);

/** Returns an invitation with its agent. */
export function sentInvitation(row: FlatRow): SentInvitation {
  const { recipientType: type, recipientValue: value, ...rest } = row;
  const { agentId, agentName, agentDescription, agentStatus, ...invitation } = rest;
  const agent = { id: agentId, name: agentName, description: agentDescription, status: agentStatus };
  return { ...invitation, recipient: { type, value } as Recipient, agent };
}

/** An invitation of the party as an event recorded it. */
export const sentAsRecorded = asRecorded<FlatRow>(
  'customer_invitations_as_recorded',
  'customer_invitations',
  (row) => `SELECT ${columns} FROM ${row} i ${withAgent} WHERE i.party_id = $partyId`,
);
