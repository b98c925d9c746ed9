import type { Changes } from '../model/changes.ts';
import { type Cancel, cancelNeeds, decideCancel } from '../commands/cancel.ts';
import { type CancelReview, cancelReviewNeeds, decideCancelReview } from '../commands/cancel-review.ts';
import { type Claim, claimNeeds, decideClaim } from '../commands/claim.ts';
import { decideApproval, type DecideApproval, decideApprovalNeeds } from '../commands/decide-approval.ts';
import { decideDeposit, type Deposit, depositNeeds } from '../commands/deposit.ts';
import { decideDraw, type Draw, drawNeeds } from '../commands/draw.ts';
import { decideExpire, type Expire, expireNeeds } from '../commands/expire.ts';
import { decideMarkOrder, type MarkOrder, markOrderNeeds } from '../commands/mark-order.ts';
import { decidePay, type Pay, payNeeds } from '../commands/pay.ts';
import { decideWriteOff, type WriteOffDebt, writeOffNeeds } from '../commands/write-off.ts';
import { decidePayOutFees, type PayOutFees, payOutFeesNeeds } from '../commands/pay-out-fees.ts';
import { decideRefund, type MakeRefund, refundNeeds } from '../commands/refund.ts';
import { decideSettle, type Settle, settleNeeds } from '../commands/settle.ts';
import {
  decideTransferInternally,
  type TransferInternally,
  transferInternallyNeeds,
} from '../commands/transfer-internally.ts';
import { decideWithdraw, type Withdraw, withdrawNeeds } from '../commands/withdraw.ts';
import type { Dated } from '../model/actor.ts';
import type { Needs } from '../load/needs.ts';
import type { Outcome } from '../model/outcomes.ts';
import type { State } from '../model/state.ts';

type Commands = {
  pay: Pay;
  withdraw: Withdraw;
  draw: Draw;
  transferInternally: TransferInternally;
  decideApproval: DecideApproval;
  cancel: Cancel;
  refund: MakeRefund;
  cancelReview: CancelReview;
  claim: Claim;
  deposit: Deposit;
  settle: Settle;
  markOrder: MarkOrder;
  payOutFees: PayOutFees;
  writeOff: WriteOffDebt;
  expire: Expire;
};

/** A request to the engine to move money or to change what waits for money. One file per kind, in `commands/`. */
export type Command = Commands[keyof Commands];

type Handler<C> = {
  needs(command: C, needs: Needs): void;
  decide(command: Dated<C>, state: State, changes: Changes): Outcome;
};

/** The functions of each kind of command. */
export const handlers: { [K in keyof Commands]: Handler<Commands[K]> } = {
  pay: { needs: payNeeds, decide: decidePay },
  withdraw: { needs: withdrawNeeds, decide: decideWithdraw },
  draw: { needs: drawNeeds, decide: decideDraw },
  transferInternally: { needs: transferInternallyNeeds, decide: decideTransferInternally },
  decideApproval: { needs: decideApprovalNeeds, decide: decideApproval },
  cancel: { needs: cancelNeeds, decide: decideCancel },
  refund: { needs: refundNeeds, decide: decideRefund },
  cancelReview: { needs: cancelReviewNeeds, decide: decideCancelReview },
  claim: { needs: claimNeeds, decide: decideClaim },
  deposit: { needs: depositNeeds, decide: decideDeposit },
  settle: { needs: settleNeeds, decide: decideSettle },
  markOrder: { needs: markOrderNeeds, decide: decideMarkOrder },
  payOutFees: { needs: payOutFeesNeeds, decide: decidePayOutFees },
  writeOff: { needs: writeOffNeeds, decide: decideWriteOff },
  expire: { needs: expireNeeds, decide: decideExpire },
};

/** Returns the functions that say what a command needs, and that decide it. */
export function handlerOf<C extends Command>(command: C): Handler<C> {
  return handlers[command.kind] as unknown as Handler<C>;
}
