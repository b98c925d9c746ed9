import type { ListPage } from '../../../db/filters.ts';
import { asRecorded } from '../../../db/recorded.ts';
import { hits, many, one, plainId } from '../../../db/sql.ts';
import type { Limits } from '../../../engine/model/state.ts';
import type { Id } from '../../../lib/id.ts';
import type { Permission } from '../../../scopes.ts';
import type { Recipient } from '../read-recipients.ts';
import type { InvitationStatus } from '../schema.ts';
import { limitColumns } from '../../../engine/model/tables.ts';

/** An invitation as the invited side sees it. Its limits are in minor units of the customer's default currency. */
export type IncomingRow = Limits & {
  id: Id<'adi'>;
  recipientType: Recipient['type'];
  recipientValue: string;
  status: InvitationStatus;
  permissions: Permission[];
  expiresAt: Date;
  createdAt: Date;
  updatedAt: Date;
  /** The inviting party. */
  partyId: Id<'pty'>;
  partyName: string;
  agentId: Id<'agt'>;
  agentName: string;
  agentDescription: string | null;
};

const columns = `i.id, i.recipient_type, i.recipient_value, i.status, i.permissions,
  ${limitColumns('i')}, i.expires_at, i.created_at, i.updated_at, i.party_id, p.name AS party_name, i.agent_id,
  a.name AS agent_name, a.description AS agent_description`;
const joined = 'JOIN parties p ON p.id = i.party_id JOIN agents a ON a.id = i.agent_id';
// What leads to a party: its id, in the database's form, and its verified addresses.
const addressesOf = (
  party: string,
): string => `(SELECT 'party_id' AS type, ${plainId(`${party}::uuid`)} AS value
  UNION ALL SELECT kind, value FROM contacts WHERE party_id = ${party} AND verified_at IS NOT NULL)`;

// One index range per address and status, each in list order and limited to a page, then merged.
/** Returns a page of the invitations to the party with these states, newest first. */
export const listIncomingBefore = many<IncomingRow, ListPage & { statuses: readonly InvitationStatus[] }>(
  'customer_invitations_incoming',
  `SELECT ${columns} FROM (
     SELECT x.* FROM ${addressesOf('$partyId')} o CROSS JOIN unnest($statuses::text[]) AS s (status)
     CROSS JOIN LATERAL (SELECT * FROM customer_invitations k
       WHERE k.recipient_value = o.value AND k.recipient_type = o.type AND k.status = s.status AND k.id < $before
         AND k.party_id <> $partyId
       ORDER BY k.id DESC LIMIT $count) x
     ORDER BY x.id DESC LIMIT $count) i ${joined} ORDER BY i.id DESC`,
);

export const findIncoming = one<IncomingRow, [partyId: Id<'pty'>, id: Id<'adi'>]>(
  'customer_invitations_incoming_by_id',
  `SELECT ${columns} FROM customer_invitations i ${joined}
   WHERE i.id = $2 AND i.party_id <> $1 AND (i.recipient_type, i.recipient_value) IN ${addressesOf('$1')}`,
);

/** Returns the invitation that a token answers, in any state, or null. */
export const findByTokenHash = one<IncomingRow, [hash: Buffer]>(
  'customer_invitations_by_token_hash',
  `SELECT ${columns} FROM customer_invitations i ${joined} WHERE i.token_hash = $1`,
);

/** The invitation that a token answers, its address, and whether that is the one of an ACTIVE party. */
export type Answerable = Pick<IncomingRow, 'id' | 'recipientType' | 'recipientValue'> & { isParty: boolean };

/** Returns the invitation that a token answers, or null: a token that only shows one answers none. */
export const findAnswerable = one<Answerable, [hash: Buffer]>(
  'customer_invitations_answerable',
  `SELECT i.id, i.recipient_type, i.recipient_value, EXISTS (
     SELECT FROM contacts k WHERE k.kind = i.recipient_type AND k.value = i.recipient_value
     AND k.verified_at IS NOT NULL) AS is_party FROM customer_invitations i WHERE i.token_hash = $1`,
);

/** Reads an invitation of any party again, which the transaction has found before. */
export const findAgain = one<IncomingRow, [id: Id<'adi'>]>(
  'customer_invitations_again',
  `SELECT ${columns} FROM customer_invitations i ${joined} WHERE i.id = $1`,
);

/**
 * Stores the answer to an open invitation, and who the recipient is, if it is known by the answer. Returns false if it is
 * not open any more.
 */
export const markAnswered = hits<{
  id: Id<'adi'>;
  status: 'ACCEPTED' | 'DECLINED';
  customerPartyId: Id<'pty'> | null;
  now: Date;
}>(
  'customer_invitations_answer',
  `UPDATE customer_invitations SET status = $status, updated_at = $now, customer_party_id = coalesce($customerPartyId, customer_party_id)
   WHERE id = $id AND status = 'PENDING' AND expires_at > $now`,
);

/** Returns whether the address is that of an ACTIVE party. */
export const isAddressTaken = hits<[kind: string, value: string]>(
  'customer_invitations_address_taken',
  'SELECT party_id AS id FROM contacts WHERE kind = $1 AND value = $2 AND verified_at IS NOT NULL',
);

export const incomingAsRecorded = asRecorded<IncomingRow>(
  'customer_invitations_incoming_as_recorded',
  'customer_invitations',
  (row) => `SELECT ${columns} FROM ${row} i ${joined} WHERE i.party_id <> $partyId`,
);
