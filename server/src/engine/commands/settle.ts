import type { Dated } from '../model/actor.ts';
import type { Id } from '../../lib/id.ts';
import type { Changes } from '../model/changes.ts';
import {
  needClearing,
  needPayment,
  needPaymentRequest,
  needRailOrder,
  type Needs,
  needTarget,
  needWallet,
} from '../load/needs.ts';
import { done, doneBefore, type Outcome, refuse } from '../model/outcomes.ts';
import type { State } from '../model/state.ts';
import { transferFacts } from '../model/targets.ts';
import { decideFundedPayment } from '../rules/draw.ts';
import { closeRailOrder } from '../rules/rail-order.ts';
import { settleDeposit } from '../rules/settle-deposit.ts';
import { settleWithdrawal } from '../rules/settle-withdrawal.ts';
import type { Report } from '../rules/settling.ts';

export type { RailOutcome } from '../rules/settling.ts';

/** Applies the bank's report about a transfer. Sent by Purser itself. The same report twice has one effect. */
export type Settle = Report & {
  kind: 'settle';
  transferId: Id<'trf'>;
  partyId: Id<'pty'>;
  agentId: Id<'agt'> | null;
  /** The payment that waits for a deposit, who is paid, and the request that it fulfils; null for any other transfer. */
  paymentId: Id<'pay'> | null;
  payeePartyId: Id<'pty'> | null;
  paymentRequestId: Id<'prq'> | null;
  /** Who says so, for the audit log; absent if a bank does. */
  reason?: string;
};

export function settleNeeds(command: Settle, needs: Needs): void {
  const { transferId, currency, rail } = command;
  needTarget(needs, transferFacts('withdrawal', { ...command, id: transferId }));
  needClearing(needs, rail, currency);
  needRailOrder(needs, transferId);
  const { paymentId, payeePartyId, paymentRequestId } = command;
  if (paymentId) needPayment(needs, paymentId);
  needPaymentRequest(needs, paymentRequestId);
  if (payeePartyId) needWallet(needs, payeePartyId, currency);
}

/** Moves the money of a withdrawal or deposit as the bank's report says, and closes the order. */
export function decideSettle(command: Dated<Settle>, state: State, changes: Changes): Outcome {
  const { transferId } = command;
  const transfer = state.transfers.get(transferId);
  if (!transfer || transfer.type === 'internal') return refuse('transfer_ended');
  const before = transfer.status;
  const settle = transfer.type === 'deposit' ? settleDeposit : settleWithdrawal;
  const refusal = settle(command, transfer, state, changes);
  if (refusal) return refuse(refusal);
  if (transfer.status === before) return doneBefore();
  const order = state.railOrders.get(transferId);
  if (order) closeRailOrder(order, 'ended', changes);
  decideFundedPayment(transfer, command, state, changes);
  return done(transferId);
}
