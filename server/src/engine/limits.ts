import type { Id } from '../lib/id.ts';
import { amountToJson } from '../lib/money.ts';
import type { ApprovalReason } from './changes.ts';

/** A limit on one payment, in minor units of its own currency; null is none. Its owner decides exceptions. */
export type Limit = { owner: Id<'pty'>; perTransaction: bigint | null; currency: string };

/** What one owner has to approve. */
export type Exceeded = { owner: Id<'pty'>; reasons: ApprovalReason[] };

/**
 * The limits that this amount exceeds, by owner. An amount equal to a limit passes; a currency other than the
 * limit's is never covered by it, since no rate decides about money here.
 */
export function exceededLimits(limits: readonly Limit[], amount: bigint, currency: string): Exceeded[] {
  const byOwner = new Map<Id<'pty'>, ApprovalReason[]>();
  for (const limit of limits) {
    const reason = exceeded(limit, amount, currency);
    if (reason) byOwner.set(limit.owner, [...(byOwner.get(limit.owner) ?? []), reason]);
  }
  return [...byOwner].map(([owner, reasons]) => ({ owner, reasons }));
}

function exceeded(limit: Limit, amount: bigint, currency: string): ApprovalReason | null {
  if (limit.perTransaction === null) return null;
  if (currency !== limit.currency) {
    return { type: 'currencyNotCovered', currency, limitCurrency: limit.currency };
  }
  if (amount <= limit.perTransaction) return null;
  return {
    type: 'limitExceeded',
    limitType: 'perTransactionAmount',
    limitAmount: amountToJson(limit.perTransaction),
    actualAmount: amountToJson(amount),
    currency,
  };
}
