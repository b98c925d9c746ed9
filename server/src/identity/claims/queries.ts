import {
  hashLinkToken,
  type PutToken,
  putTokenUnless,
  type StoredToken,
  storedToken,
} from '../../db/link-token.ts';
import { many, one, type Queryable, run } from '../../db/sql.ts';
import { isPartOf, paymentFacts, waitingFor } from '../../engine/model/waiting.ts';
import type { Contact } from '../../engine/model/counterparty.ts';
import type { TargetFacts } from '../../engine/model/targets.ts';
import type { Id } from '../../lib/id.ts';

/**
 * Stores the token of a party known by an address, valid at least until `expiresAt`, and returns it: the one that the
 * party has, unless it has expired or is the one to be `replaced`, or else the new one. Returns null if nobody can claim
 * any more.
 */
export const putClaimToken = one<StoredToken, PutToken & { partyId: Id<'pty'>; expiresAt: Date; now: Date }>(
  'claims_put_token',
  `UPDATE claims SET
     ${putTokenUnless('expires_at > $now')},
     expires_at = greatest(expires_at, $expiresAt)
   WHERE party_id = $partyId AND claimed_at IS NULL
   RETURNING ${storedToken}`,
);

/** The party that a token stands for, and its address. */
export type ClaimRow = { id: Id<'pty'>; kind: Contact['kind']; value: string };

const columns = 'c.party_id AS id, k.kind, k.value';
const byToken = one<ClaimRow, [hash: Buffer]>(
  'claims_by_token',
  `SELECT ${columns} FROM claims c CROSS JOIN LATERAL (
     SELECT kind, value FROM contacts WHERE party_id = c.party_id ORDER BY created_at, id LIMIT 1) k
   WHERE c.token_hash = $1`,
);

/** Returns the party of a token, also after it was used or has expired; or null. */
export function findByToken(db: Queryable, token: string): Promise<ClaimRow | null> {
  return byToken(db, hashLinkToken(token));
}

export type OpenClaim = ClaimRow & { expiresAt: Date };

const open = one<OpenClaim, [hash: Buffer, now: Date]>(
  'claims_open_by_token',
  `SELECT ${columns}, c.expires_at FROM claims c
   JOIN parties y ON y.id = c.party_id AND y.status = 'PROVISIONAL' JOIN contacts k ON k.party_id = c.party_id
   WHERE c.token_hash = $1 AND c.expires_at > $2 AND EXISTS (SELECT FROM payments p
     WHERE p.payee_party_id = c.party_id AND p.status = 'PENDING_CLAIM' AND p.due_at > $2)`,
);

/** Returns the party of a token that can be used now: money waits for its address, which nobody has proved yet. */
export function findOpenByToken(db: Queryable, token: string, now: Date): Promise<OpenClaim | null> {
  return open(db, hashLinkToken(token), now);
}

/** Returns parties whose waiting money is due to be moved. */
export const listDue = many<{ partyId: Id<'pty'> }, [now: Date, count: number]>(
  'claims_due',
  'SELECT party_id FROM claims WHERE due_at <= $1 ORDER BY due_at LIMIT $2',
);

/**
 * Begins to look for the money that waits for a party, and makes it due again in a minute. Returns who receives it, and
 * whether every transaction has ended that may not have seen the party become ACTIVE or MERGED, so that no further
 * payment will wait for it. The first look never says so: a transaction that waits for its first lock is in no snapshot
 * yet, and ends within the minute. Null if nothing is due.
 */
export const startMoving = one<
  { receiverId: Id<'pty'>; isSettled: boolean },
  [partyId: Id<'pty'>, now: Date]
>(
  'claims_start_moving',
  `UPDATE claims c SET due_at = $2::timestamptz + interval '1 minute',
     horizon = coalesce(c.horizon, pg_snapshot_xmax(pg_current_snapshot()))
   FROM (SELECT horizon FROM claims WHERE party_id = $1) earlier
   WHERE c.party_id = $1 AND c.due_at IS NOT NULL
   RETURNING coalesce(c.taken_by, c.party_id) AS receiver_id, earlier.horizon IS NOT NULL AND (pg_snapshot_xmin(pg_current_snapshot()) >= c.horizon
     OR pg_snapshot_xmax(pg_current_snapshot()) < c.horizon) AS is_settled`,
);

/** Stores when to look for a party's waiting money again; null for never. */
export const setClaimsDue = run<[partyId: Id<'pty'>, at: Date | null]>(
  'claims_set_due',
  'UPDATE claims SET due_at = $2 WHERE party_id = $1',
);

/** A payment that waits to be claimed. */
export type WaitingPayment = { paymentId: Id<'pay'>; payerPartyId: Id<'pty'>; currency: string };

/** Returns payments that a party has claimed and whose money has not moved yet, oldest first. */
export const listWaiting = many<WaitingPayment, [partyId: Id<'pty'>, count: number]>(
  'claims_waiting_payments',
  `SELECT p.id AS payment_id, p.payer_party_id, p.currency FROM payments p
   JOIN claims c ON c.party_id = $1 AND ${isPartOf('c', 'p')}
   WHERE p.payee_party_id = $1 AND p.status = 'PENDING_CLAIM' ORDER BY p.payee_party_id, p.id LIMIT $2`,
);

/** Returns payments that waited for a party and are no part of what it has claimed: they go back to their payers. */
export const listLeftOut = many<TargetFacts, [partyId: Id<'pty'>, count: number]>(
  'claims_left_out',
  `SELECT ${paymentFacts} FROM payments p JOIN claims c ON c.party_id = $1
     AND (p.id = ANY (c.not_received) OR p.payer_party_id = c.taken_by)
   WHERE p.payee_party_id = $1 AND p.status = 'PENDING_CLAIM' ORDER BY p.payee_party_id, p.id LIMIT $2`,
);

/** A payment that waits, as the page of the claim shows it. */
export type ShownWaiting = {
  payerName: string;
  amount: bigint;
  currency: string;
  description: string | null;
};

/** Returns what waits for a party and can still be claimed, oldest first: what a claim receives. */
export const listShownWaiting = many<ShownWaiting, { partyId: Id<'pty'>; now: Date; count: number }>(
  'claims_shown_waiting',
  `SELECT y.name AS payer_name, p.amount, p.currency, p.description
   FROM (${waitingFor('$partyId', '$now')}) p JOIN parties y ON y.id = p.payer_party_id
   WHERE p.is_received ORDER BY p.id LIMIT $count`,
);

/** What waits in one currency. */
export type WaitingTotal = { currency: string; amount: bigint; count: bigint };

/** Returns the sums of what waits for a party and can still be claimed. */
export const sumShownWaiting = many<WaitingTotal, { partyId: Id<'pty'>; now: Date }>(
  'claims_sum_waiting',
  `SELECT currency, sum(amount)::bigint AS amount, count(*) AS count
   FROM (${waitingFor('$partyId', '$now')}) p WHERE is_received GROUP BY currency ORDER BY currency`,
);
