import { many, one, type Queryable, run } from '../../../db/sql.ts';
import type { TransferStatus, TransferType } from '../../../engine/model/records.ts';
import type { OrderAccount, RailOrder } from '../../../engine/model/rail-order.ts';
import { manualRail } from '../../../gateways/rail.ts';
import type { Id } from '../../../lib/id.ts';
import type { Money } from '../../../lib/money.ts';
import { type Funded, fundedColumns } from '../queries.ts';

// The operator sees the orders of all parties.

/** How far an order has come, in the operator's words. */
export const orderStates = ['waiting', 'shown', 'sent', 'settled', 'failed', 'returned', 'canceled'] as const;
export type OrderState = (typeof orderStates)[number];

/** An order that is carried out by hand, with its transfer. */
export type ManualOrder = Omit<OrderAccount, 'sealedNumber' | 'secretId'> &
  Pick<RailOrder, 'state' | 'reference' | 'cancelRequestedAt'> &
  Funded & {
    transferId: Id<'trf'>;
    orderState: OrderState;
    type: TransferType;
    status: TransferStatus;
    /** Minor units. */
    amount: bigint;
    currency: string;
    description: string | null;
    externalAccountId: Id<'eac'>;
    /** The last digits of the account's number, such as `****6789`. */
    mask: string;
    partyId: Id<'pty'>;
    partyName: string;
    agentId: Id<'agt'> | null;
    failureCode: string | null;
    failureReason: string | null;
    returnCode: string | null;
    returnReason: string | null;
    createdAt: Date;
  };

const columns = `o.transfer_id, o.state, o.reference, o.cancel_requested_at, o.bank_name, o.account_name,
  o.account_type, CASE o.state WHEN 'waiting' THEN 'waiting' WHEN 'unknown' THEN 'shown' WHEN 'taken' THEN 'sent'
    ELSE CASE t.status WHEN 'COMPLETED' THEN 'settled' ELSE lower(t.status) END END AS order_state,
  t.type, t.status, t.amount, t.currency, t.description, t.external_account_id,
  t.external_account_mask AS mask, t.party_id, p.name AS party_name, t.agent_id,
  t.failure_code, t.failure_reason, t.return_code, t.return_reason, o.created_at, ${fundedColumns}
  FROM rail_orders o JOIN transfers t ON t.id = o.transfer_id JOIN parties p ON p.id = t.party_id
  LEFT JOIN payments f ON f.id = t.payment_id
  WHERE o.rail = '${manualRail}'`;

type OrdersAfter = { after: string; count: number };

const open = many<ManualOrder, OrdersAfter>(
  'manual_orders_list_open',
  `SELECT ${columns} AND o.state IN ('waiting', 'unknown', 'taken') AND o.transfer_id > $after
   ORDER BY o.transfer_id LIMIT $count`,
);

const all = many<ManualOrder, OrdersAfter & { states: readonly OrderState[] }>(
  'manual_orders_list',
  `SELECT * FROM (SELECT ${columns}) x WHERE transfer_id > $after AND order_state = ANY ($states::text[])
   ORDER BY transfer_id LIMIT $count`,
);

/** Returns up to `count` orders above an id in one of these states, or all that have not ended, oldest first. */
export function listOrdersAfter(
  db: Queryable,
  states: readonly OrderState[] | null,
  page: OrdersAfter,
): Promise<ManualOrder[]> {
  return states === null ? open(db, page) : all(db, { ...page, states });
}

/** Returns the order of a transfer, or null if it has none that is carried out by hand. */
export const findOrder = one<ManualOrder, [transferId: Id<'trf'>]>(
  'manual_orders_find',
  `SELECT ${columns} AND o.transfer_id = $1`,
);

/** The number of the account of an order. `id` is the account's, for which it is encrypted. */
export type SealedNumber = Pick<OrderAccount, 'sealedNumber' | 'secretId'> & {
  transferId: Id<'trf'>;
  id: Id<'eac'>;
};

const sealed = `SELECT o.transfer_id, t.external_account_id AS id, o.secret_id, o.sealed_number
   FROM rail_orders o JOIN transfers t ON t.id = o.transfer_id`;

export const findSealedNumber = one<SealedNumber, [transferId: Id<'trf'>]>(
  'manual_orders_sealed_number',
  `${sealed} WHERE o.transfer_id = $1`,
);

/** Locks and returns up to `count` orders above an id that keep a number. */
export const lockSealedOrdersAfter = many<SealedNumber, [after: string, count: number]>(
  'transfers_lock_sealed_orders',
  `${sealed}
   WHERE o.secret_id IS NOT NULL AND o.transfer_id > $1 ORDER BY o.transfer_id LIMIT $2 FOR NO KEY UPDATE OF o`,
);

/** Replaces the encrypted number of an order that is locked. */
export const updateSealedOrder = run<Omit<SealedNumber, 'id'>>(
  'transfers_reseal_order',
  'UPDATE rail_orders SET secret_id = $secretId, sealed_number = $sealedNumber WHERE transfer_id = $transferId',
);

type FeePayout = Money & { id: Id<'fpo'> };
const lockPayouts = run('manual_orders_lock_fees', 'SELECT FROM installation FOR NO KEY UPDATE');
const payout = one<FeePayout, [reference: string]>(
  'manual_orders_find_fee_payout',
  'SELECT id, amount, currency FROM fee_payouts WHERE reference = $1',
);

/** Has payouts of fees follow each other, and returns the one of a reference, or null. */
export async function lockFeePayout(tx: Queryable, reference: string): Promise<FeePayout | null> {
  await lockPayouts(tx);
  return payout(tx, reference);
}

/** What the operator deposited, and why it was taken back, if it was. */
export type OperatorDepositRow = Money & {
  transferId: Id<'trf'>;
  status: TransferStatus;
  returnCode: string | null;
  returnReason: string | null;
};

/** Returns what the operator deposited under a reference, or null. */
export const findOperatorDeposit = one<OperatorDepositRow, [partyId: Id<'pty'>, reference: string]>(
  'transfers_find_operator_deposit',
  `SELECT t.id AS transfer_id, t.amount, t.currency, t.status, t.return_code, t.return_reason
   FROM operator_deposits d JOIN transfers t ON t.id = d.transfer_id WHERE d.party_id = $1 AND d.reference = $2`,
);

/** Stores under which reference the operator made a deposit. */
export const insertOperatorDeposit = run<{
  partyId: Id<'pty'>;
  reference: string;
  transferId: Id<'trf'>;
  operator: string;
  now: Date;
}>(
  'transfers_insert_operator_deposit',
  `INSERT INTO operator_deposits (party_id, reference, transfer_id, operator, created_at) VALUES ($partyId, $reference,
     $transferId, $operator, $now)`,
);
