import type { ListPage } from '../../../db/filters.ts';
import { asRecorded } from '../../../db/recorded.ts';
import { hits, many, one, type Queryable } from '../../../db/sql.ts';
import type { Id } from '../../../lib/id.ts';
import type { InvitationRow } from '../queries.ts';
import type { Recipient } from '../read-recipients.ts';
import type { InvitationStatus } from '../schema.ts';
import type { InvitingAgent } from '../view.ts';
import { limitColumns } from '../../../engine/model/tables.ts';

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

const columns = `i.id, i.recipient_type, i.recipient_value, i.customer_party_id, i.link_token, i.status, i.permissions,
  ${limitColumns('i')}, i.tags, i.expires_at, i.created_at, i.updated_at, i.agent_id, a.name AS agent_name,
  a.description AS agent_description, a.status AS agent_status`;
const withAgent = 'JOIN agents a ON a.id = i.agent_id';

type InvitationsPage = ListPage & {
  statuses: readonly InvitationStatus[];
  agentId: Id<'agt'> | null;
  recipient: string | null;
};

// One index range per status, each in list order and limited to a page, then merged.
const lists = {
  all: listOf('all', ''),
  ofAgent: listOf('of_agent', 'AND k.agent_id = $agentId'),
  toRecipient: listOf(
    'to_recipient',
    'AND k.recipient_value = $recipient AND ($agentId::uuid IS NULL OR k.agent_id = $agentId)',
  ),
};

function listOf(name: string, condition: string) {
  return many<FlatRow, InvitationsPage>(
    `customer_invitations_list_${name}`,
    `SELECT ${columns} FROM (
       SELECT x.* FROM unnest($statuses::text[]) AS s (status)
       CROSS JOIN LATERAL (SELECT * FROM customer_invitations k
         WHERE k.party_id = $partyId AND k.status = s.status AND k.id < $before ${condition} ORDER BY k.id DESC LIMIT $count) x
       ORDER BY x.id DESC LIMIT $count) i ${withAgent} ORDER BY i.id DESC`,
  );
}

/** Returns a page of the invitations of the party, newest first: all, those of an agent, to a recipient, or both. */
export async function listInvitationsBefore(db: Queryable, page: InvitationsPage): Promise<SentInvitation[]> {
  const of = page.recipient !== null ? 'toRecipient' : page.agentId !== null ? 'ofAgent' : 'all';
  return (await lists[of](db, page)).map(sentInvitation);
}

const find = one<FlatRow, [partyId: Id<'pty'>, id: Id<'adi'>]>(
  'customer_invitations_by_id',
  `SELECT ${columns} FROM customer_invitations i ${withAgent} WHERE i.party_id = $1 AND i.id = $2`,
);

export async function findInvitation(
  db: Queryable,
  partyId: Id<'pty'>,
  id: Id<'adi'>,
): Promise<SentInvitation | null> {
  const found = await find(db, partyId, id);
  return found && sentInvitation(found);
}

/** Cancels an open invitation of the party. Returns false if there is none. */
export const cancelPending = hits<{ partyId: Id<'pty'>; id: Id<'adi'>; now: Date }>(
  'customer_invitations_cancel',
  `UPDATE customer_invitations SET status = 'CANCELED', updated_at = $now
   WHERE party_id = $partyId AND id = $id AND status = 'PENDING' AND expires_at > $now`,
);

export function sentInvitation(row: FlatRow): SentInvitation {
  const { recipientType: type, recipientValue: value, ...rest } = row;
  const { agentId, agentName, agentDescription, agentStatus, ...invitation } = rest;
  const agent = { id: agentId, name: agentName, description: agentDescription, status: agentStatus };
  return { ...invitation, recipient: { type, value } as Recipient, agent };
}

export const sentAsRecorded = asRecorded<FlatRow>(
  'customer_invitations_as_recorded',
  'customer_invitations',
  (row) => `SELECT ${columns} FROM ${row} i ${withAgent} WHERE i.party_id = $partyId`,
);
