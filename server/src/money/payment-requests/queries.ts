import { madeByOwn, newestOf, type OwnPage } from '../../db/filters.ts';
import { asRecorded } from '../../db/recorded.ts';
import { column, hits, many, one, plainId, type Queryable, run } from '../../db/sql.ts';
import { type Tag, taggedRows } from '../../db/tagged.ts';
import type { Tags } from '../../engine/model/records.ts';
import { mayRead } from '../../engine/model/own.ts';
import { columnName } from '../../engine/model/tables.ts';
import type { PaymentRequestStatus } from '../../engine/model/payment-request.ts';
import type { Id } from '../../lib/id.ts';

/** What the requester says of a request, beside who pays it. */
export type PaymentRequestTerms = {
  amount: bigint;
  currency: string;
  description: string | null;
  tags: Tags | null;
  payerName: string | null;
  /** The wallet that the request named; null if it named none. */
  walletId: Id<'wal'> | null;
};

const terms = Object.keys({
  amount: true,
  currency: true,
  description: true,
  tags: true,
  payerName: true,
  walletId: true,
} satisfies Record<keyof PaymentRequestTerms, true>);

export type PaymentRequestRow = PaymentRequestTerms & {
  id: Id<'prq'>;
  partyId: Id<'pty'>;
  status: PaymentRequestStatus;
  /** The agent that created it. */
  agentId: Id<'agt'> | null;
  requesterName: string;
  requesterEmail: string | null;
  payerIdentifierType: 'email' | 'phone' | 'party_id' | 'agent_id';
  /** An address, or an id without its prefix. */
  payerIdentifier: string;
  /** What leads to the payer: an address, or a party's id without its prefix; for an agent, that of its party. */
  addressee: string;
  payerPartyId: Id<'pty'> | null;
  paymentId: Id<'pay'> | null;
  /** The agent that made the payment; null also where nobody asks. */
  paidBy: Id<'agt'> | null;
  linkToken: string;
  expiresAt: Date;
  createdAt: Date;
  updatedAt: Date;
};

export const insertPaymentRequest = run<PaymentRequestRow & { partyId: Id<'pty'>; userId: Id<'usr'> }>(
  'payment_requests_insert',
  `INSERT INTO payment_requests (id, party_id, status, ${terms.map(columnName).join(', ')}, payer_identifier_type,
     payer_identifier, addressee, link_token, expires_at, agent_id, created_by, created_at, updated_at)
   VALUES ($id, $partyId, 'OPEN', ${terms.map((term) => `$${term}`).join(', ')}, $payerIdentifierType,
     $payerIdentifier, $addressee, $linkToken, $expiresAt, $agentId, $userId, $createdAt, $createdAt)`,
);

/** The name and the e-mail address of a party. */
export type PartyRow = { name: string; email: string | null };

export const findParty = one<PartyRow, [id: Id<'pty'>]>(
  'payment_requests_party',
  'SELECT name, email FROM parties WHERE id = $1',
);

/** Returns the party of an active agent of any party, or null. */
export const findAgentParty = one<{ partyId: Id<'pty'> }, [id: Id<'agt'>]>(
  'payment_requests_agent_party',
  `SELECT party_id FROM agents WHERE id = $1 AND status = 'ACTIVE'`,
);

/**
 * `receivingWalletId` is the wallet that would receive the money, if its owner reads the request; the engine's
 * `receivingWallet` chooses the same one.
 */
export type ListedPaymentRequestRow = PaymentRequestRow & { receivingWalletId: Id<'wal'> | null };

// What leads to the party: its id, in the form of payer_identifier, and its verified addresses.
const own = `(SELECT ${plainId('$partyId::uuid')} AS value
  UNION ALL SELECT value FROM contacts WHERE party_id = $partyId AND verified_at IS NOT NULL)`;

// Asked only for an agent that reads its own only.
const nobody = 'NULL::uuid';
const payingAgent = '(SELECT y.agent_id FROM payments y WHERE y.id = r.payment_id)';

const madeBy = (name: string, from: string, wanted: string, paidBy: string) => ({
  all: listOf<OwnPage>(`payment_requests_list${name}`, `(SELECT * FROM payment_requests ${from})`, paidBy),
  tagged: listOf<OwnPage & Tag>(
    `payment_requests_list${name}_tagged`,
    taggedRows('payment_requests', 'paymentRequest', wanted),
    paidBy,
  ),
});
const byParty = 'WHERE party_id = $partyId AND id < $before ORDER BY id DESC LIMIT $count';
const lists = madeBy('', byParty, 'true', nobody);
const byAgent = madeByOwn('agent_id', 'party_id = $partyId');
const ownLists = madeBy('_own', byAgent, 'payment_requests.agent_id = $own', payingAgent);

function listOf<Values>(name: string, from: string, paidBy: string) {
  return many<ListedPaymentRequestRow, Values>(name, shownFrom(from, paidBy));
}

/** Returns the query of requests with what a party sees of them. */
function shownFrom(requests: string, paidBy: string): string {
  return `SELECT r.id, r.party_id, r.status, ${terms.map((term) => `r.${columnName(term)}`).join(', ')}, r.agent_id,
          p.name AS requester_name, p.email AS requester_email, r.payer_identifier_type, r.payer_identifier,
          r.addressee, r.payer_party_id, r.payment_id, r.link_token, r.expires_at, r.created_at, r.updated_at,
          ${paidBy} AS paid_by, coalesce(n.id, w.id) AS receiving_wallet_id
   FROM ${requests} r
   JOIN parties p ON p.id = r.party_id
   LEFT JOIN wallets n ON n.id = r.wallet_id AND n.status <> 'closed' AND n.party_id = $partyId
   LEFT JOIN (SELECT DISTINCT ON (currency) currency, id FROM wallets WHERE party_id = $partyId AND status <> 'closed' AND NOT is_receivable
              ORDER BY currency, is_default DESC, status = 'active' DESC, id) w ON w.currency = r.currency AND r.party_id = $partyId
   ORDER BY r.id DESC`;
}

/** Returns a page of the party's payment requests, with this tag if one is given, newest first. */
export function listPaymentRequestsBefore(
  db: Queryable,
  { tag, ...page }: OwnPage & { tag?: Tag | undefined },
): Promise<ListedPaymentRequestRow[]> {
  const { all, tagged } = page.own ? ownLists : lists;
  return tag ? tagged(db, { ...page, ...tag }) : all(db, page);
}

// One index range per address and status, each in list order and limited to a page, then merged.
const incoming = listOf<IncomingPage>(
  'payment_requests_incoming',
  `(SELECT x.* FROM ${own} o CROSS JOIN unnest($statuses::text[]) AS s (status)
    CROSS JOIN LATERAL (SELECT * FROM payment_requests k
      WHERE k.addressee = o.value AND k.status = s.status AND k.id < $before AND k.party_id <> $partyId
      ORDER BY k.id DESC LIMIT $count) x
    ORDER BY x.id DESC LIMIT $count)`,
  nobody,
);

/** Whether a request `k` asks this agent to pay. */
const asks = (agent: string): string =>
  `k.payer_identifier_type = 'agent_id' AND k.payer_identifier = ${plainId(agent)}`;

// Those to one agent, if it is the party's: a customer's are not its own.
const incomingOwn = listOf<IncomingPage>(
  'payment_requests_incoming_own',
  `(SELECT x.* FROM unnest($statuses::text[]) AS s (status)
    CROSS JOIN LATERAL (SELECT * FROM payment_requests ${newestOf(
      { payer_identifier: plainId('$own::uuid'), status: 's.status' },
      "payer_identifier_type = 'agent_id' AND $partyId = (SELECT party_id FROM agents WHERE agents.id = $own)",
    )}) x
    ORDER BY x.id DESC LIMIT $count)`,
  payingAgent,
);

type IncomingPage = OwnPage & { statuses: readonly PaymentRequestStatus[] };

/** Returns a page of the requests to the party, or to the agent that reads its own only, with these states, newest first. */
export function listIncomingBefore(db: Queryable, page: IncomingPage): Promise<ListedPaymentRequestRow[]> {
  return (page.own ? incomingOwn : incoming)(db, page);
}

/** Returns a request that the party made, may answer or has paid, and that its agent may read if one asks; or null. */
export const findPaymentRequest = one<
  ListedPaymentRequestRow,
  { partyId: Id<'pty'>; id: Id<'prq'>; agentId: Id<'agt'> | null }
>(
  'payment_requests_by_id',
  shownFrom(
    `(SELECT * FROM payment_requests k
    WHERE k.id = $id AND ($partyId IN (k.party_id, k.payer_party_id) OR k.addressee IN ${own})
      AND (${mayRead('k.agent_id', '$agentId::uuid')} OR ${asks('$agentId::uuid')}))`,
    `CASE WHEN $agentId::uuid IS NOT NULL THEN ${payingAgent} END`,
  ),
);

/** A request as an event recorded it, for a party that may read the event. */
export const paymentRequestAsRecorded = asRecorded<ListedPaymentRequestRow>(
  'payment_requests_as_recorded',
  'payment_requests',
  (row) => shownFrom(row, payingAgent),
);

/** Closes an open request. Returns false if it is not open any more. */
export const closeOpen = hits<{ id: Id<'prq'>; status: 'CANCELED' | 'DECLINED'; now: Date }>(
  'payment_requests_close',
  `UPDATE payment_requests SET status = $status, updated_at = $now
   WHERE id = $id AND status = 'OPEN' AND expires_at > $now`,
);

/** What a payer sees of an open request. */
export type OpenPaymentRequest = Pick<
  PaymentRequestRow,
  'requesterName' | 'requesterEmail' | 'amount' | 'currency' | 'description' | 'linkToken' | 'expiresAt'
>;

/** Returns a request of any party, for its mail; null if it can no longer be paid. */
export const findOpenById = one<OpenPaymentRequest, [id: string, now: Date]>(
  'payment_requests_open_by_id',
  `SELECT p.name AS requester_name, p.email AS requester_email, r.amount, r.currency, r.description,
          r.link_token, r.expires_at
   FROM payment_requests r JOIN parties p ON p.id = r.party_id
   WHERE r.id = $1 AND r.status = 'OPEN' AND r.expires_at > $2`,
);

/** What everybody sees of a request who has its link, also once it is closed. */
export type LinkedPaymentRequest = Omit<OpenPaymentRequest, 'linkToken'> &
  Pick<PaymentRequestRow, 'id' | 'status' | 'updatedAt'> & {
    requesterId: Id<'pty'>;
    /** The payment that pays it, and when that was asked for; null if there is none. */
    paymentId: Id<'pay'> | null;
    paymentCreatedAt: Date | null;
  };

/** Returns a request in any state by the token of its link, or null. */
export const findByLink = one<LinkedPaymentRequest, [linkToken: string]>(
  'payment_requests_linked',
  `SELECT r.id, r.status, p.name AS requester_name, p.email AS requester_email, r.amount, r.currency, r.description,
          r.expires_at, r.updated_at, r.party_id AS requester_id, r.payment_id, y.created_at AS payment_created_at
   FROM payment_requests r JOIN parties p ON p.id = r.party_id LEFT JOIN payments y ON y.id = r.payment_id
   WHERE r.link_token = $1`,
);

/** Expires up to `count` overdue requests, of any party, and returns their ids. Skips locked rows. */
export const markExpired = column<Id<'prq'>, [now: Date, count: number]>(
  'payment_requests_expire',
  `UPDATE payment_requests SET status = 'EXPIRED', updated_at = $1
   WHERE status = 'OPEN' AND expires_at <= $1 AND id = ANY (ARRAY(
     SELECT id FROM payment_requests WHERE status = 'OPEN' AND expires_at <= $1
     ORDER BY expires_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED))
   RETURNING id`,
);
