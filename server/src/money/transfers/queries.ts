import { madeByOwn, type OwnPage } from '../../db/filters.ts';
import { asRecorded } from '../../db/recorded.ts';
import { many, one, type Queryable, run, value } from '../../db/sql.ts';
import { type Tag, taggedRows } from '../../db/tagged.ts';
import { approvalsMadeWithRow, approvalsOf, type AskedApproval } from '../../engine/model/asked-approvals.ts';
import type { TransferRow, TransferStatus, TransferType } from '../../engine/model/records.ts';
import { mayRead } from '../../engine/model/own.ts';
import { selectList, transfers } from '../../engine/model/tables.ts';
import type { BankOrder } from '../../gateways/rail.ts';
import type { Settle } from '../../engine/commands/settle.ts';
import type { Id } from '../../lib/id.ts';

const own = selectList(transfers);
const columns = `${own}, ${approvalsOf('transfers')} AS approvals`;

/** A transfer with the approvals for which it waits. */
export type SeenTransfer = TransferRow & { approvals: readonly AskedApproval[] | null };

const listOf = (name: string, from: string) =>
  many<SeenTransfer, OwnPage & Partial<Tag>>(`transfers_list${name}`, `SELECT ${columns} FROM ${from}`);
const tagged = (wanted: string): string =>
  `${taggedRows('transfers', 'transfer', wanted)} transfers ORDER BY id DESC`;
const ofParty = 'WHERE party_id = $partyId AND id < $before ORDER BY id DESC LIMIT $count';
const lists = { all: listOf('', `transfers ${ofParty}`), tagged: listOf('_tagged', tagged('true')) };
const ownLists = {
  all: listOf('_own', `transfers ${madeByOwn('agent_id', 'party_id = $partyId')}`),
  tagged: listOf('_own_tagged', tagged('transfers.agent_id = $own')),
};

/** Returns a page of the transfers of the party, with this tag if one is given, newest first. */
export function listTransfersBefore(
  db: Queryable,
  { tag, ...page }: OwnPage & { tag?: Tag | undefined },
): Promise<SeenTransfer[]> {
  const { all, tagged: withTag } = page.own ? ownLists : lists;
  return tag ? withTag(db, { ...page, ...tag }) : all(db, page);
}

export const findTransfer = one<SeenTransfer, [partyId: Id<'pty'>, id: Id<'trf'>]>(
  'transfers_by_id',
  `SELECT ${columns} FROM transfers WHERE party_id = $1 AND id = $2`,
);

/**
 * Locks a party, so that its deposits follow each other, and returns an owner, or else another member. Returns null for a
 * party that does not exist, and for a PROVISIONAL or MERGED one.
 */
export const lockReceivingParty = one<{ userId: Id<'usr'> }, [partyId: Id<'pty'>]>(
  'transfers_lock_receiving_party',
  `SELECT (SELECT user_id FROM members WHERE party_id = $1 ORDER BY role <> 'OWNER', user_id LIMIT 1) AS user_id
   FROM parties WHERE id = $1 AND status NOT IN ('PROVISIONAL', 'MERGED') FOR NO KEY UPDATE`,
);

/** Returns what a party has deposited or is depositing in a currency, in minor units; what came back does not count. */
export const sumDeposits = value<bigint, [partyId: Id<'pty'>, currency: string]>(
  'transfers_sum_deposits',
  `SELECT coalesce(sum(amount), 0)::bigint AS amount FROM transfers
   WHERE party_id = $1 AND currency = $2 AND type = 'deposit' AND status IN ('PROCESSING', 'COMPLETED')`,
);

/** The facts of a transfer that never change. */
export type TransferFacts = {
  id: Id<'trf'>;
  type: TransferType;
  partyId: Id<'pty'>;
  agentId: Id<'agt'> | null;
  currency: string;
};

/** The payment that waits for a deposit, and what never changes about it; null for any other transfer. */
export type Funded = Pick<Settle, 'paymentId' | 'payeePartyId' | 'paymentRequestId'>;

const factColumns = 't.id, t.type, t.party_id, t.agent_id, t.currency';
/** What `Funded` reads of a transfer `t` and its payment `f`. */
export const fundedColumns = `t.payment_id, f.payee_party_id, f.payment_request_id`;

/** Returns the facts of a transfer that the party, and its agent if one asks, may see; or null. */
export const findTransferFacts = one<
  TransferFacts,
  [partyId: Id<'pty'>, id: Id<'trf'>, agentId: Id<'agt'> | null]
>(
  'transfers_facts',
  `SELECT ${factColumns} FROM transfers t
   WHERE t.party_id = $1 AND t.id = $2 AND ${mayRead('t.agent_id', '$3::uuid')}`,
);

/** Returns the transfer that a bank's report is about, of any party, or null. */
export const findTransferByKey = one<TransferFacts & Funded, [rail: string, key: string]>(
  'transfers_facts_by_key',
  `SELECT ${factColumns}, ${fundedColumns} FROM rail_orders o JOIN transfers t ON t.id = o.transfer_id
   LEFT JOIN payments f ON f.id = t.payment_id
   WHERE o.rail = $1 AND o.outbound_key = $2`,
);

/** The order of a transfer to the bank, and the facts of the transfer. */
export type OrderFacts = BankOrder &
  Funded & {
    rail: string;
    status: TransferStatus;
    agentId: Id<'agt'> | null;
  };

const orderColumns = `o.outbound_key AS key, t.amount, t.currency, t.external_account_id,
     CASE t.type WHEN 'deposit' THEN 'debit' ELSE 'credit' END AS direction`;

/** Returns the order of a party's transfer to the bank, or null if there is none. */
export const findOrder = one<OrderFacts, [partyId: Id<'pty'>, id: Id<'trf'>]>(
  'transfers_order',
  `SELECT ${orderColumns}, o.rail, t.status, t.agent_id, ${fundedColumns}
   FROM transfers t JOIN rail_orders o ON o.transfer_id = t.id LEFT JOIN payments f ON f.id = t.payment_id
   WHERE t.party_id = $1 AND t.id = $2`,
);

export type DueOrder = BankOrder & {
  transferId: Id<'trf'>;
  state: 'unknown' | 'taken';
  cancelRequested: boolean;
};

/**
 * Claims due orders of a rail, for this process to send to the bank. From now on it is unknown whether the bank has
 * them. If this process ends, they become due again later.
 */
export const claimDueOrders = many<DueOrder, { now: Date; count: number; rail: string }>(
  'transfers_claim_orders',
  `UPDATE rail_orders o SET state = CASE o.state WHEN 'waiting' THEN 'unknown' ELSE o.state END,
     attempts = o.attempts + 1, due_at = $now::timestamptz + least(3600, 15 * 2 ^ least(o.attempts,
     20)) * interval '1 second'
   FROM transfers t
   WHERE t.id = o.transfer_id AND o.transfer_id = ANY (ARRAY(
     SELECT transfer_id FROM rail_orders WHERE due_at <= $now AND rail = $rail ORDER BY due_at LIMIT $count
     FOR NO KEY UPDATE SKIP LOCKED))
   RETURNING o.transfer_id, o.state, o.cancel_requested_at IS NOT NULL AS cancel_requested, ${orderColumns}`,
);

/** Marks an order as taken by the bank. If its cancellation was requested meanwhile, it is due again immediately. */
export const markTaken = run<[transferId: Id<'trf'>, now: Date]>(
  'transfers_mark_taken',
  `UPDATE rail_orders SET state = 'taken', due_at = CASE WHEN cancel_requested_at IS NULL THEN NULL ELSE $2::timestamptz END
   WHERE transfer_id = $1 AND state = 'unknown'`,
);

/** Marks that the bank was asked to cancel an order. The bank reports the outcome. */
export const markCancelAsked = run<[transferId: Id<'trf'>]>(
  'transfers_mark_cancel_asked',
  `UPDATE rail_orders SET due_at = NULL WHERE transfer_id = $1 AND state = 'taken'`,
);

/** Returns how many orders no bank has taken yet, of any party, and since how many seconds the oldest waits; 0 if none. */
export const countWaitingOrders = one<{ count: number; oldest_s: number }, [now: Date]>(
  'transfers_count_waiting_orders',
  `SELECT count(*)::int AS count, coalesce(extract(epoch FROM $1::timestamptz - min(created_at)), 0)::float AS oldest_s
   FROM rail_orders WHERE state IN ('waiting', 'unknown')`,
);

export const transferAsRecorded = asRecorded<SeenTransfer>(
  'transfers_as_recorded',
  'transfers',
  (row) => `SELECT ${own}, ${approvalsMadeWithRow('transfers', "transfers.status = 'IN_REVIEW'")} AS approvals
    FROM ${row} transfers WHERE party_id = $partyId`,
);
