import { firstRow, rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import { taggedRows } from '../db/tagged.ts';
import type { Tag } from '../db/tagged.ts';
import type { Tags } from '../engine/model/records.ts';
import type { Id } from '../lib/id.ts';

export type PaymentRequestStatus = 'OPEN' | 'PROCESSING' | 'COMPLETED' | 'CANCELED' | 'DECLINED' | 'EXPIRED';

export type PaymentRequestRow = {
  id: Id<'prq'>;
  partyId: Id<'pty'>;
  status: PaymentRequestStatus;
  amount: bigint;
  currency: string;
  description: string | null;
  tags: Tags | null;
  /** The agent that created it. */
  agentId: Id<'agt'> | null;
  requesterName: string;
  requesterEmail: string | null;
  payerName: string | null;
  payerIdentifierType: 'email' | 'phone' | 'party_id';
  /** An address, or a party's id without its prefix. */
  payerIdentifier: string;
  payerPartyId: Id<'pty'> | null;
  paymentId: Id<'pay'> | null;
  linkToken: string;
  expiresAt: Date;
  createdAt: Date;
  updatedAt: Date;
};

const insert = statement(
  'payment_requests_insert',
  `INSERT INTO payment_requests (id, party_id, status, amount, currency, description, payer_name, payer_identifier_type,
     payer_identifier, link_token, tags, expires_at, agent_id, created_by, created_at, updated_at)
   VALUES ($1, $2, 'OPEN', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)`,
);

export async function insertPaymentRequest(
  tx: Queryable,
  partyId: Id<'pty'>,
  row: PaymentRequestRow,
  userId: Id<'usr'>,
): Promise<void> {
  const { id, amount, currency, description, payerName, payerIdentifierType, payerIdentifier } = row;
  const asked = [amount, currency, description, payerName, payerIdentifierType, payerIdentifier];
  const times = [row.expiresAt.toISOString(), row.agentId, userId, row.createdAt.toISOString()];
  await rows(tx, insert, [id, partyId, ...asked, row.linkToken, row.tags, ...times]);
}

/** The name and the e-mail address of a party. */
export type PartyRow = { name: string; email: string | null };

const party = statement<PartyRow>('payment_requests_party', 'SELECT name, email FROM parties WHERE id = $1');

export function findParty(tx: Queryable, id: Id<'pty'>): Promise<PartyRow | null> {
  return firstRow(tx, party, [id]);
}

/** `walletId` is the wallet that would receive the money; the engine's `receivingWallet` chooses the same one. */
export type ListedPaymentRequestRow = PaymentRequestRow & { walletId: Id<'wal'> | null };

const lists = {
  all: listOf(
    'payment_requests_list',
    '(SELECT * FROM payment_requests WHERE party_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3)',
  ),
  tagged: listOf('payment_requests_list_tagged', taggedRows('payment_requests', 'paymentRequest', 4)),
};

function listOf(name: string, from: string) {
  return statement<ListedPaymentRequestRow>(
    name,
    `SELECT r.id, r.party_id AS "partyId", r.status, r.amount, r.currency, r.description, r.tags, r.agent_id AS "agentId", p.name AS "requesterName",
          p.email AS "requesterEmail", r.payer_name AS "payerName", r.payer_identifier_type AS "payerIdentifierType",
          r.payer_identifier AS "payerIdentifier", r.payer_party_id AS "payerPartyId", r.payment_id AS "paymentId",
          r.link_token AS "linkToken", r.expires_at AS "expiresAt", r.created_at AS "createdAt", r.updated_at AS "updatedAt", w.id AS "walletId"
   FROM ${from} r
   JOIN parties p ON p.id = r.party_id
   LEFT JOIN (SELECT DISTINCT ON (currency) currency, id FROM wallets WHERE party_id = $1 AND status <> 'closed'
              ORDER BY currency, is_default DESC, status = 'active' DESC, id) w ON w.currency = r.currency
   ORDER BY r.id DESC`,
  );
}

/** Returns up to `count` of the party's payment requests below an id, with this tag if one is given, newest first. */
export function listPaymentRequestsBefore(
  db: Queryable,
  partyId: Id<'pty'>,
  tag: Tag | null,
  beforeId: string,
  count: number,
): Promise<ListedPaymentRequestRow[]> {
  const position = [partyId, beforeId, count];
  return tag ? rows(db, lists.tagged, [...position, tag.name, tag.value]) : rows(db, lists.all, position);
}

/** What a payer sees of an open request. */
export type OpenPaymentRequest = Pick<
  PaymentRequestRow,
  'requesterName' | 'requesterEmail' | 'amount' | 'currency' | 'description' | 'linkToken' | 'expiresAt'
>;

const open = {
  id: openBy('id'),
  link_token: openBy('link_token'),
};

function openBy(column: 'id' | 'link_token') {
  return statement<OpenPaymentRequest>(
    `payment_requests_open_by_${column}`,
    `SELECT p.name AS "requesterName", p.email AS "requesterEmail", r.amount, r.currency, r.description,
            r.link_token AS "linkToken", r.expires_at AS "expiresAt"
     FROM payment_requests r JOIN parties p ON p.id = r.party_id
     WHERE r.${column} = $1 AND r.status = 'OPEN' AND r.expires_at > $2`,
  );
}

/** Returns a request of any party, for its mail; null if it can no longer be paid. */
export function findOpenById(db: Queryable, id: string, now: Date): Promise<OpenPaymentRequest | null> {
  return firstRow(db, open.id, [id, now.toISOString()]);
}

/** Returns a request by the token of its link, which is all that a payer has; null if it can no longer be paid. */
export function findOpenByToken(
  db: Queryable,
  linkToken: string,
  now: Date,
): Promise<OpenPaymentRequest | null> {
  return firstRow(db, open.link_token, [linkToken, now.toISOString()]);
}

const expire = statement<{ id: Id<'prq'> }>(
  'payment_requests_expire',
  `UPDATE payment_requests SET status = 'EXPIRED', updated_at = $1
   WHERE status = 'OPEN' AND expires_at <= $1 AND id = ANY (ARRAY(
     SELECT id FROM payment_requests WHERE status = 'OPEN' AND expires_at <= $1
     ORDER BY expires_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED))
   RETURNING id`,
);

/** Expires up to `count` overdue requests, of any party, and returns their ids. Skips locked rows. */
export async function markExpired(tx: Queryable, now: Date, count: number): Promise<string[]> {
  return (await rows(tx, expire, [now.toISOString(), count])).map(({ id }) => id);
}
