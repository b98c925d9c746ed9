import type { Id } from '../../lib/id.ts';
import type { Changes } from '../model/changes.ts';
import type { OrderAccount, RailOrder } from '../model/rail-order.ts';

/** Returns a new order about this account, of which the bank is asked after the commit. */
export function newRailOrder(
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
