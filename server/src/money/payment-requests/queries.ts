import { type Recorded, recordedRow } from '../../db/recorded.ts';
import { firstRow, type Queryable, rows, statement } from '../../db/sql.ts';
import { textArray } from '../../db/arrays.ts';
import { type Tag, taggedRows } from '../../db/tagged.ts';
import type { Tags } from '../../engine/model/records.ts';
import type { PaymentRequestStatus } from '../../engine/model/payment-request.ts';
import type { Id } from '../../lib/id.ts';

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
  payerIdentifierType: 'email' | 'phone' | 'party_id' | 'agent_id';
  /** An address, or an id without its prefix. */
  payerIdentifier: string;
  /** What leads to the payer: an address, or a party's id without its prefix; for an agent, that of its party. */
  addressee: string;
  payerPartyId: Id<'pty'> | null;
  paymentId: Id<'pay'> | null;
  /** The wallet that the request named; null if it named none. */
  walletId: Id<'wal'> | null;
  linkToken: string;
  expiresAt: Date;
  createdAt: Date;
  updatedAt: Date;
};

const insert = statement(
  'payment_requests_insert',
  `INSERT INTO payment_requests (id, party_id, status, amount, currency, description, payer_name, payer_identifier_type,
     payer_identifier, addressee, link_token, tags, wallet_id, expires_at, agent_id, created_by, created_at, updated_at)
   VALUES ($1, $2, 'OPEN', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16)`,
);

export async function insertPaymentRequest(
  tx: Queryable,
  partyId: Id<'pty'>,
  row: PaymentRequestRow,
  userId: Id<'usr'>,
): Promise<void> {
  const { id, amount, currency, description, payerName, payerIdentifierType, payerIdentifier } = row;
  const asked = [
    amount,
    currency,
    description,
    payerName,
    payerIdentifierType,
    payerIdentifier,
    row.addressee,
  ];
  const times = [row.expiresAt.toISOString(), row.agentId, userId, row.createdAt.toISOString()];
  await rows(tx, insert, [id, partyId, ...asked, row.linkToken, row.tags, row.walletId, ...times]);
}

/** The name and the e-mail address of a party. */
export type PartyRow = { name: string; email: string | null };

const party = statement<PartyRow>('payment_requests_party', 'SELECT name, email FROM parties WHERE id = $1');

export function findParty(tx: Queryable, id: Id<'pty'>): Promise<PartyRow | null> {
  return firstRow(tx, party, [id]);
}

const agentParty = statement<{ partyId: Id<'pty'> }>(
  'payment_requests_agent_party',
  `SELECT party_id AS "partyId" FROM agents WHERE id = $1 AND status = 'ACTIVE'`,
);

/** Returns the party of an active agent of any party, or null. */
export function findAgentParty(tx: Queryable, id: Id<'agt'>): Promise<{ partyId: Id<'pty'> } | null> {
  return firstRow(tx, agentParty, [id]);
}

/**
 * `receivingWalletId` is the wallet that would receive the money, if its owner reads the request; the engine's
 * `receivingWallet` chooses the same one.
 */
export type ListedPaymentRequestRow = PaymentRequestRow & { receivingWalletId: Id<'wal'> | null };

// What leads to the party: its id, in the form of payer_identifier, and its verified addresses.
const own = `(SELECT replace($1::uuid::text, '-', '') AS value
  UNION ALL SELECT value FROM contacts WHERE party_id = $1 AND verified_at IS NOT NULL)`;

const lists = {
  all: listOf(
    'payment_requests_list',
    '(SELECT * FROM payment_requests WHERE party_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3)',
  ),
  tagged: listOf('payment_requests_list_tagged', taggedRows('payment_requests', 'paymentRequest', 4)),
  // One index range per address and status, each in list order and limited to a page, then merged.
  incoming: listOf(
    'payment_requests_incoming',
    `(SELECT x.* FROM ${own} o CROSS JOIN unnest($4::text[]) AS s (status)
      CROSS JOIN LATERAL (SELECT * FROM payment_requests k
        WHERE k.addressee = o.value AND k.status = s.status AND k.id < $2 AND k.party_id <> $1
        ORDER BY k.id DESC LIMIT $3) x
      ORDER BY x.id DESC LIMIT $3)`,
  ),
  byId: listOf(
    'payment_requests_by_id',
    `(SELECT * FROM payment_requests k
      WHERE k.id = $2 AND ($1 IN (k.party_id, k.payer_party_id) OR k.addressee IN ${own}))`,
  ),
  recorded: listOf('payment_requests_as_recorded', recordedRow('payment_requests')),
};

function listOf(name: string, from: string) {
  return statement<ListedPaymentRequestRow>(
    name,
    `SELECT r.id, r.party_id AS "partyId", r.status, r.amount, r.currency, r.description, r.tags, r.agent_id AS "agentId", p.name AS "requesterName",
          p.email AS "requesterEmail", r.payer_name AS "payerName", r.payer_identifier_type AS "payerIdentifierType",
          r.payer_identifier AS "payerIdentifier", r.addressee, r.payer_party_id AS "payerPartyId", r.payment_id AS "paymentId",
          r.link_token AS "linkToken", r.expires_at AS "expiresAt", r.created_at AS "createdAt", r.updated_at AS "updatedAt", r.wallet_id AS "walletId", coalesce(n.id, w.id) AS "receivingWalletId"
   FROM ${from} r
   JOIN parties p ON p.id = r.party_id
   LEFT JOIN wallets n ON n.id = r.wallet_id AND n.status <> 'closed' AND n.party_id = $1
   LEFT JOIN (SELECT DISTINCT ON (currency) currency, id FROM wallets WHERE party_id = $1 AND status <> 'closed' AND NOT is_receivable
              ORDER BY currency, is_default DESC, status = 'active' DESC, id) w ON w.currency = r.currency AND r.party_id = $1
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

/** Returns up to `count` requests to the party with these states, below an id, newest first. */
export function listIncomingBefore(
  db: Queryable,
  partyId: Id<'pty'>,
  statuses: readonly PaymentRequestStatus[],
  beforeId: string,
  count: number,
): Promise<ListedPaymentRequestRow[]> {
  return rows(db, lists.incoming, [partyId, beforeId, count, textArray(statuses)]);
}

/** Returns a request that the party made, may answer or has paid; or null. */
export function findPaymentRequest(
  db: Queryable,
  partyId: Id<'pty'>,
  id: Id<'prq'>,
): Promise<ListedPaymentRequestRow | null> {
  return firstRow(db, lists.byId, [partyId, id]);
}

const close = statement<{ id: Id<'prq'> }>(
  'payment_requests_close',
  `UPDATE payment_requests SET status = $2, updated_at = $3
   WHERE id = $1 AND status = 'OPEN' AND expires_at > $3 RETURNING id`,
);

/** Closes an open request. Returns false if it is not open any more. */
export async function closeOpen(
  tx: Queryable,
  id: Id<'prq'>,
  status: 'CANCELED' | 'DECLINED',
  now: Date,
): Promise<boolean> {
  return (await firstRow(tx, close, [id, status, now.toISOString()])) !== null;
}

/** What a payer sees of an open request. */
export type OpenPaymentRequest = Pick<
  PaymentRequestRow,
  'requesterName' | 'requesterEmail' | 'amount' | 'currency' | 'description' | 'linkToken' | 'expiresAt'
>;

const open = statement<OpenPaymentRequest>(
  'payment_requests_open_by_id',
  `SELECT p.name AS "requesterName", p.email AS "requesterEmail", r.amount, r.currency, r.description,
          r.link_token AS "linkToken", r.expires_at AS "expiresAt"
   FROM payment_requests r JOIN parties p ON p.id = r.party_id
   WHERE r.id = $1 AND r.status = 'OPEN' AND r.expires_at > $2`,
);

/** Returns a request of any party, for its mail; null if it can no longer be paid. */
export function findOpenById(db: Queryable, id: string, now: Date): Promise<OpenPaymentRequest | null> {
  return firstRow(db, open, [id, now.toISOString()]);
}

/** What everybody sees of a request who has its link, also once it is closed. */
export type LinkedPaymentRequest = Omit<OpenPaymentRequest, 'linkToken'> &
  Pick<PaymentRequestRow, 'id' | 'status' | 'updatedAt'>;

const linked = statement<LinkedPaymentRequest>(
  'payment_requests_linked',
  `SELECT r.id, r.status, p.name AS "requesterName", p.email AS "requesterEmail", r.amount, r.currency, r.description,
          r.expires_at AS "expiresAt", r.updated_at AS "updatedAt"
   FROM payment_requests r JOIN parties p ON p.id = r.party_id WHERE r.link_token = $1`,
);

/** Returns a request in any state by the token of its link, or null. */
export function findByLink(db: Queryable, linkToken: string): Promise<LinkedPaymentRequest | null> {
  return firstRow(db, linked, [linkToken]);
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

/** Returns a request as an event recorded it, for a party that may read the event; or null. */
export function findPaymentRequestAsRecorded(
  db: Queryable,
  partyId: Id<'pty'>,
  recorded: Recorded,
): Promise<ListedPaymentRequestRow | null> {
  return firstRow(db, lists.recorded, [partyId, recorded.id, recorded.snapshot]);
}
