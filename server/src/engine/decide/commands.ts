import type { Changes } from '../model/changes.ts';
import { cancelNeeds, decideCancel } from '../commands/cancel.ts';
import type { Cancel } from '../commands/cancel.ts';
import { cancelReviewNeeds, decideCancelReview } from '../commands/cancel-review.ts';
import type { CancelReview } from '../commands/cancel-review.ts';
import { claimNeeds, decideClaim } from '../commands/claim.ts';
import type { Claim } from '../commands/claim.ts';
import { decideApproval, decideApprovalNeeds } from '../commands/decide-approval.ts';
import type { DecideApproval } from '../commands/decide-approval.ts';
import { decideDeposit, depositNeeds } from '../commands/deposit.ts';
import type { Deposit } from '../commands/deposit.ts';
import { decideDraw, drawNeeds } from '../commands/draw.ts';
import type { Draw } from '../commands/draw.ts';
import { decideExpire, expireNeeds } from '../commands/expire.ts';
import type { Expire } from '../commands/expire.ts';
import { decideMarkOrder, markOrderNeeds } from '../commands/mark-order.ts';
import type { MarkOrder } from '../commands/mark-order.ts';
import { decidePay, payNeeds } from '../commands/pay.ts';
import type { Pay } from '../commands/pay.ts';
import { decidePayOutFees, payOutFeesNeeds } from '../commands/pay-out-fees.ts';
import type { PayOutFees } from '../commands/pay-out-fees.ts';
import { decideRefund, refundNeeds } from '../commands/refund.ts';
import type { MakeRefund } from '../commands/refund.ts';
import { decideSettle, settleNeeds } from '../commands/settle.ts';
import type { Settle } from '../commands/settle.ts';
import { decideTransferInternally, transferInternallyNeeds } from '../commands/transfer-internally.ts';
import type { TransferInternally } from '../commands/transfer-internally.ts';
import { decideWithdraw, withdrawNeeds } from '../commands/withdraw.ts';
import type { Withdraw } from '../commands/withdraw.ts';
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
  expire: Expire;
};

/** A request to the engine to move money or to change what waits for money. One file per kind, in `commands/`. */
export type Command = Commands[keyof Commands];

type Handler<C> = {
  needs(command: C, needs: Needs): void;
  decide(command: C, state: State, changes: Changes): Outcome;
};

const handlers: { [K in keyof Commands]: Handler<Commands[K]> } = {
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
  expire: { needs: expireNeeds, decide: decideExpire },
};

/** Returns the functions that say what a command needs, and that decide it. */
export function handlerOf<C extends Command>(command: C): Handler<C> {
  return handlers[command.kind] as unknown as Handler<C>;
}

/** Returns a command as of the service's clock with this offset, in ms: the same command if it saw that clock. */
export function atClock(command: Command, clockOffset_ms: number): Command {
  if (!('actor' in command) || command.clockOffset_ms === clockOffset_ms) return command;
  const now = new Date(command.now.getTime() - command.clockOffset_ms + clockOffset_ms);
  return { ...command, now, clockOffset_ms };
}
