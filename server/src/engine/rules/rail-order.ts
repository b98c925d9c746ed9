import type { Id } from '../../lib/id.ts';
import { settlementTime, type SettlementTime } from '../../lib/banking-days.ts';
import type { Changes } from '../model/changes.ts';
import type { OrderAccount, RailOrder } from '../model/rail-order.ts';
import type { Transfer } from '../model/records.ts';
import type { State } from '../model/state.ts';

/** The rail of a transfer, and how long it usually takes to complete one. */
export type RailTerms = { name: string; settlesIn: SettlementTime };

/** Has the bank asked to carry out a transfer, after the commit. */
export function placeOrder(
  transfer: Transfer,
  account: OrderAccount,
  rail: RailTerms,
  now: Date,
  state: State,
  changes: Changes,
): void {
  transfer.expectedAvailableAt = settlementTime(now, rail.settlesIn);
  const order = newRailOrder(transfer.id, rail.name, account, now);
  state.railOrders.set(transfer.id, order);
  changes.railOrders.push(order);
  changes.tasks.add('submitOrders');
}

/** Returns a new order about this account, of which the bank is asked after the commit. */
function newRailOrder(
  transferId: Id<'trf'>,
  rail: string,
  { bankName, accountName, accountType, sealedNumber, secretId }: OrderAccount,
  now: Date,
): RailOrder {
  return {
    transferId,
    rail,
    outboundKey: `purser-${transferId}`,
    state: 'waiting',
    reference: null,
    bankName,
    accountName,
    accountType,
    sealedNumber,
    secretId,
    cancelRequestedAt: null,
    dueAt: now,
    createdAt: now,
  };
}

const noAccount: OrderAccount = {
  bankName: null,
  accountName: null,
  accountType: null,
  sealedNumber: null,
  secretId: null,
};

/** Closes an order. It keeps no account: that of its party may be removed, and then nothing may be left of it. */
export function closeRailOrder(order: RailOrder, state: 'withdrawn' | 'ended', changes: Changes): void {
  Object.assign(order, noAccount, { state, dueAt: null });
  changes.changedRailOrders.add(order);
}
