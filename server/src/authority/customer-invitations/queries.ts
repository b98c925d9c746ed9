import { type Columns, columnsOf } from '../../db/arrays.ts';
import {
  hashLinkToken,
  type PutToken,
  putToken,
  type StoredToken,
  storedToken,
} from '../../db/link-token.ts';
import { column, many, one, type Queryable, run } from '../../db/sql.ts';
import type { Tags } from '../../engine/model/records.ts';
import type { Limits } from '../../engine/model/state.ts';
import type { Id } from '../../lib/id.ts';
import type { Permission } from '../../scopes.ts';
import type { Recipient } from './read-recipients.ts';
import type { InvitationStatus } from './schema.ts';
import { limitColumns } from '../../engine/model/tables.ts';

/** What all invitations of one request have in common. Limits are in minor units of the customer's default currency. */
export type Terms = Limits & {
  permissions: readonly Permission[];
  tags: Tags | null;
  expiresAt: Date;
};

export type InvitationRow = Terms & {
  id: Id<'adi'>;
  recipient: Recipient;
  /** Whom the recipient is: known from the start by an id, and for an address once it is accepted. */
  customerPartyId: Id<'pty'> | null;
  /** The token of the link that the inviting party sees. It only shows the invitation. */
  linkToken: string | null;
  status: InvitationStatus;
  createdAt: Date;
  updatedAt: Date;
};

const others = many<
  { id: Id<'pty'>; email: string | null },
  [partyId: Id<'pty'>, ids: ReadonlyArray<Id<'pty'>>]
>(
  'customer_invitations_other_parties',
  `SELECT id, email FROM parties WHERE id = ANY ($2::uuid[]) AND id <> $1 AND status NOT IN ('PROVISIONAL', 'MERGED')`,
);

/** Returns the parties with these ids that the party can invite, with their e-mail addresses. */
export async function findOtherParties(
  tx: Queryable,
  partyId: Id<'pty'>,
  ids: ReadonlyArray<Id<'pty'>>,
): Promise<Map<string, string | null>> {
  const found = await others(tx, partyId, ids);
  return new Map(found.map(({ id, email }) => [id, email]));
}

/** Returns the recipients that are addresses of the party itself. */
export const findOwnAddresses = many<
  { type: 'email' | 'phone'; value: string },
  { partyId: Id<'pty'> } & Columns<Recipient>
>(
  'customer_invitations_own_addresses',
  `SELECT n.* FROM unnest($type::text[], $value::text[]) AS n (type, value)
   CROSS JOIN LATERAL (SELECT FROM contacts k
     WHERE k.kind = n.type AND k.value = n.value AND k.party_id = $partyId LIMIT 1) x`,
);

/** Closes the agent's pending invitations of these recipients: CANCELED, or EXPIRED if they are overdue. */
export const closeInvitations = many<
  { id: Id<'adi'>; status: 'CANCELED' | 'EXPIRED' },
  { partyId: Id<'pty'>; agentId: Id<'agt'>; now: Date } & Columns<Recipient>
>(
  'customer_invitations_end',
  `UPDATE customer_invitations
   SET status = CASE WHEN expires_at <= $now THEN 'EXPIRED' ELSE 'CANCELED' END, updated_at = $now
   WHERE party_id = $partyId AND status = 'PENDING' AND id = ANY (ARRAY(
     SELECT x.id FROM unnest($type::text[], $value::text[]) AS n (type, value)
     CROSS JOIN LATERAL (SELECT id FROM customer_invitations k
       WHERE k.agent_id = $agentId AND k.recipient_type = n.type AND k.recipient_value = n.value AND k.status = 'PENDING'
       LIMIT 1) x))
   RETURNING id, status`,
);

/** Terms of invitations, and who invites. */
type Common = Terms & { partyId: Id<'pty'>; agentId: Id<'agt'>; userId: Id<'usr'>; now: Date };
type Inserted = Recipient & {
  id: Id<'adi'>;
  customerPartyId: Id<'pty'> | null;
  linkToken: string | null;
};
const insertedColumns = ['id', 'type', 'value', 'customerPartyId', 'linkToken'] as const;

const insert = run<Common & Columns<Inserted>>(
  'customer_invitations_insert',
  `INSERT INTO customer_invitations (party_id, agent_id, created_by, permissions, per_transaction, per_day, per_month,
     currency_limits, expires_at, created_at, updated_at, tags, status, id, recipient_type, recipient_value, customer_party_id, link_token)
   SELECT $partyId, $agentId, $userId, $permissions::text[], $perTransaction, $perDay, $perMonth,
     $currencyLimits, $expiresAt, $now, $now, $tags, 'PENDING', x.*
   FROM unnest($id::uuid[], $type::text[], $value::text[], $customerPartyId::uuid[], $linkToken::text[]) x`,
);

/** Stores new customer invitations of one agent. */
export async function insertInvitations(
  tx: Queryable,
  invitations: readonly InvitationRow[],
  common: Common,
): Promise<void> {
  const inserted = invitations.map(({ id, linkToken, recipient, customerPartyId }): Inserted => ({
    ...recipient,
    id,
    customerPartyId,
    linkToken,
  }));
  await insert(tx, { ...common, ...columnsOf(inserted, insertedColumns) });
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

function pendingBy<By>(name: string, condition: string) {
  return one<PendingInvitation, By & { now: Date }>(
    `customer_invitations_pending_by_${name}`,
    `SELECT i.id, i.permissions, i.recipient_type,
            ${limitColumns('i')}, i.expires_at, p.name AS party_name,
            a.name AS agent_name, a.description AS agent_description
     FROM customer_invitations i JOIN parties p ON p.id = i.party_id JOIN agents a ON a.id = i.agent_id
     WHERE ${condition} AND i.status = 'PENDING' AND i.expires_at > $now AND a.status <> 'REVOKED'`,
  );
}

/** Returns an invitation of any party, for its mail; null if it can no longer be accepted. */
export const findPending = pendingBy<{ id: string }>('id', 'i.id = $id');

const byToken = pendingBy<{ token: string; hash: Buffer }>(
  'token',
  '(i.link_token = $token OR i.token_hash = $hash)',
);

/** Returns an invitation by the token of its link or the one that answers it; null if it can no longer be accepted. */
export function findPendingByToken(
  db: Queryable,
  token: string,
  now: Date,
): Promise<PendingInvitation | null> {
  return byToken(db, { token, hash: hashLinkToken(token), now });
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
