import { textArray, uuidArray } from '../../db/arrays.ts';
import {
  hashLinkToken,
  type PutToken,
  putToken,
  type StoredToken,
  storedToken,
} from '../../db/link-token.ts';
import { column, firstRow, one, type Queryable, rows, statement } from '../../db/sql.ts';
import type { Tags } from '../../engine/model/records.ts';
import type { Id } from '../../lib/id.ts';
import type { Permission } from '../../scopes.ts';
import type { Recipient } from './read-recipients.ts';
import type { InvitationStatus } from './schema.ts';

/** What all invitations of one request have in common. */
export type Terms = {
  permissions: readonly Permission[];
  /** Minor units of the customer's default currency; null means no limit. */
  perTransaction: bigint | null;
  tags: Tags | null;
  expiresAt: Date;
};

export type InvitationRow = Terms & {
  id: Id<'adi'>;
  recipient: Recipient;
  /** The token of the link that the inviting party sees. It only shows the invitation. */
  linkToken: string | null;
  status: InvitationStatus;
  createdAt: Date;
  updatedAt: Date;
};

const others = statement<{ id: Id<'pty'>; email: string | null }>(
  'customer_invitations_other_parties',
  `SELECT id, email FROM parties WHERE id = ANY ($2::uuid[]) AND id <> $1 AND status <> 'PROVISIONAL'`,
);

/** Returns the parties with these ids that the party can invite, with their e-mail addresses. */
export async function findOtherParties(
  tx: Queryable,
  partyId: Id<'pty'>,
  ids: ReadonlyArray<Id<'pty'>>,
): Promise<Map<string, string | null>> {
  const found = await rows(tx, others, [partyId, uuidArray(ids)]);
  return new Map(found.map(({ id, email }) => [id, email]));
}

const ownAddresses = statement<{ type: 'email' | 'phone'; value: string }>(
  'customer_invitations_own_addresses',
  `SELECT n.* FROM unnest($2::text[], $3::text[]) AS n (type, value)
   CROSS JOIN LATERAL (SELECT FROM contacts k
     WHERE k.kind = n.type AND k.value = n.value AND k.party_id = $1 LIMIT 1) x`,
);

/** Returns the recipients that are addresses of the party itself. */
export function findOwnAddresses(
  tx: Queryable,
  partyId: Id<'pty'>,
  recipients: readonly Recipient[],
): Promise<Array<{ type: 'email' | 'phone'; value: string }>> {
  return rows(tx, ownAddresses, [partyId, ...recipientArrays(recipients)]);
}

const close = statement<{ id: Id<'adi'>; status: 'CANCELED' | 'EXPIRED' }>(
  'customer_invitations_end',
  `UPDATE customer_invitations
   SET status = CASE WHEN expires_at <= $5 THEN 'EXPIRED' ELSE 'CANCELED' END, updated_at = $5
   WHERE party_id = $1 AND status = 'PENDING' AND id = ANY (ARRAY(
     SELECT x.id FROM unnest($3::text[], $4::text[]) AS n (type, value)
     CROSS JOIN LATERAL (SELECT id FROM customer_invitations k
       WHERE k.agent_id = $2 AND k.recipient_type = n.type AND k.recipient_value = n.value AND k.status = 'PENDING'
       LIMIT 1) x))
   RETURNING id, status`,
);

/** Closes the agent's pending invitations of these recipients: CANCELED, or EXPIRED if they are overdue. */
export function closeInvitations(
  tx: Queryable,
  partyId: Id<'pty'>,
  agentId: Id<'agt'>,
  recipients: readonly Recipient[],
  now: Date,
): Promise<Array<{ id: Id<'adi'>; status: 'CANCELED' | 'EXPIRED' }>> {
  return rows(tx, close, [partyId, agentId, ...recipientArrays(recipients), now.toISOString()]);
}

const insert = statement(
  'customer_invitations_insert',
  `INSERT INTO customer_invitations (party_id, agent_id, created_by, permissions, per_transaction, expires_at, created_at,
     updated_at, tags, status, id, recipient_type, recipient_value, customer_party_id,
     link_token)
   SELECT $1, $2, $3, $4, $5, $6, $7, $7, $8, 'PENDING', x.*
   FROM unnest($9::uuid[], $10::text[], $11::text[], $12::uuid[], $13::text[]) x`,
);

/** Stores new customer invitations of one agent. */
export async function insertInvitations(
  tx: Queryable,
  partyId: Id<'pty'>,
  invitations: readonly InvitationRow[],
  common: Terms & { agentId: Id<'agt'>; userId: Id<'usr'>; now: Date },
): Promise<void> {
  const recipients = invitations.map(({ recipient }) => recipient);
  await rows(tx, insert, [
    partyId,
    common.agentId,
    common.userId,
    textArray(common.permissions),
    common.perTransaction,
    common.expiresAt.toISOString(),
    common.now.toISOString(),
    common.tags,
    uuidArray(invitations.map(({ id }) => id)),
    ...recipientArrays(recipients),
    uuidArray(recipients.map(({ type, value }) => (type === 'party_id' ? value : null))),
    textArray(invitations.map(({ linkToken }) => linkToken)),
  ]);
}

function recipientArrays(recipients: readonly Recipient[]): [Buffer, Buffer] {
  return [textArray(recipients.map(({ type }) => type)), textArray(recipients.map(({ value }) => value))];
}

/** What the mail to an invited customer and the page of its link say: nothing about the customer. */
export type PendingInvitation = Omit<Terms, 'permissions' | 'tags'> & {
  id: Id<'adi'>;
  permissions: Permission[];
  recipientType: Recipient['type'];
  partyName: string;
  agentName: string;
  agentDescription: string | null;
};

const pending = {
  id: pendingBy('id', 'i.id = $1'),
  token: pendingBy('token', '(i.link_token = $1 OR i.token_hash = $3)'),
};

function pendingBy(name: string, condition: string) {
  return statement<PendingInvitation>(
    `customer_invitations_pending_by_${name}`,
    `SELECT i.id, i.permissions, i.recipient_type,
            i.per_transaction, i.expires_at, p.name AS party_name,
            a.name AS agent_name, a.description AS agent_description
     FROM customer_invitations i JOIN parties p ON p.id = i.party_id JOIN agents a ON a.id = i.agent_id
     WHERE ${condition} AND i.status = 'PENDING' AND i.expires_at > $2 AND a.status <> 'REVOKED'`,
  );
}

/** Returns an invitation of any party, for its mail; null if it can no longer be accepted. */
export function findPending(db: Queryable, id: string, now: Date): Promise<PendingInvitation | null> {
  return firstRow(db, pending.id, [id, now.toISOString()]);
}

/** Returns an invitation by the token of its link or the one that answers it; null if it can no longer be accepted. */
export function findPendingByToken(
  db: Queryable,
  token: string,
  now: Date,
): Promise<PendingInvitation | null> {
  return firstRow(db, pending.token, [token, now.toISOString(), hashLinkToken(token)]);
}

/** Stores the token of an invitation to an address, and returns it; null if it can no longer be accepted. */
export const putAnswerToken = one<StoredToken, PutToken & { id: Id<'adi'>; now: Date }>(
  'customer_invitations_put_token',
  `UPDATE customer_invitations SET ${putToken}
   WHERE id = $id AND recipient_type <> 'party_id' AND status = 'PENDING' AND expires_at > $now
   RETURNING ${storedToken}`,
);

/** Expires up to `count` overdue invitations, of any party, and returns their ids. Skips locked rows. */
export const markExpired = column<Id<'adi'>, [now: Date, count: number]>(
  'customer_invitations_expire',
  `UPDATE customer_invitations SET status = 'EXPIRED', updated_at = $1 WHERE id = ANY (ARRAY(
     SELECT id FROM customer_invitations WHERE status = 'PENDING' AND expires_at <= $1
     ORDER BY expires_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED))
   RETURNING id`,
);
