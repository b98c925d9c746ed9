import type { Dated } from '../model/actor.ts';
import {
  needAccount,
  needActor,
  needContact,
  needCounters,
  needDelegation,
  needInReview,
  needNamedWallet,
  needPayee,
  needPaymentRequest,
  needRules,
  type Needs,
  needWallet,
} from '../load/needs.ts';
import type { Changes } from '../model/changes.ts';
import { done, type Outcome, refuse, type Refused } from '../model/outcomes.ts';
import type { State } from '../model/state.ts';
import { payerBounds, refusalIfFrozen, viewerOf } from '../rules/authority.ts';
import { carryOut, sendToReview, type Spend } from '../rules/carry-out.ts';
import { drawForPayment, type DrawFrom } from '../rules/draw.ts';
import { judge, refuseBreaches } from '../rules/judge.ts';
import { addPayment, type AskedPayment, newPayment, payerOf } from '../rules/new-payment.ts';
import { refuseToFulfil } from '../rules/payment-request.ts';
import { findRecipient, payeeOf } from '../rules/recipient.ts';
import { requestedPayingWallet } from '../rules/wallets.ts';

/** Pays from the actor's own wallet, or from the wallet of a customer that delegated to its party. */
export type Pay = AskedPayment & {
  kind: 'pay';
  /** Where the money is drawn from first; null if the wallet has it. Only a party without an agent may. */
  drawFrom: DrawFrom | null;
  /** At most so many payments and withdrawals of an agent wait for approval. */
  maxInReview: number;
};

export function payNeeds(command: Pay, needs: Needs): void {
  const { actor, counterparty, fulfils, terms } = command;
  const { currency } = terms;
  const payer = payerOf(command);
  needActor(needs, actor);
  if (fulfils) {
    needPaymentRequest(needs, fulfils.paymentRequestId);
    if (fulfils.payerAddress) needContact(needs, fulfils.payerAddress, currency);
  }
  if (command.drawFrom) needAccount(needs, command.drawFrom.externalAccountId);
  needWallet(needs, payer, currency);
  needNamedWallet(needs, command.walletId);
  needCounters(needs, actor, payer, currency);
  if (payer !== actor.partyId) needDelegation(needs, payer, actor.partyId, actor.agentId);
  if (actor.agentId) {
    const agent = { id: actor.agentId, partyId: actor.partyId, payer };
    needRules(needs, agent, counterparty, terms);
    needInReview(needs, agent);
  }
  needPayee(needs, counterparty, currency);
}

/** Decides one payment: refuses it in the documented order, sends it to review, or accepts it and moves the money. */
export function decidePay(command: Dated<Pay>, state: State, changes: Changes): Outcome {
  const { actor, walletId, newIds, intendedRepeat } = command;
  const { amount, currency } = command.terms;
  const payer = payerOf(command);
  const unfulfillable = command.fulfils && refuseToFulfil(command.fulfils, command, state);
  if (unfulfillable) return refuse(unfulfillable);
  const bounds = payerBounds(actor, payer, state);
  if (typeof bounds === 'string') return refuse(bounds);
  const frozen = refusalIfFrozen(actor, payer, state);
  if (frozen) return frozen;
  const recipient = findRecipient(command.counterparty, newIds.payment, state);
  if (typeof recipient === 'string') return refuse(recipient);
  if (recipient.partyId === payer) return refuse('pays_itself');
  const from = requestedPayingWallet(state, { partyId: payer, currency, agentId: actor.agentId, walletId });
  if (typeof from === 'string' && from !== 'insufficient_funds') return refuse(from); // limits precede funds

  const asked = () => ({
    to: payeeOf(recipient),
    purchase: { ...command.terms, payerPartyId: payer, initiatorPartyId: actor.partyId, intendedRepeat },
  });
  const judgement = judge(bounds, { amount, currency, now: command.now }, asked, state);
  const { breaches } = judgement;
  if (judgement.refusing) return refuseBreaches('rule_broken', judgement, viewerOf(actor, state));
  const payment = newPayment(command, recipient, command.now, state);
  const spend: Spend = { type: 'payment', record: payment, recipient, newIds };
  let refused: Refused | null = null;
  if (command.drawFrom && breaches.length > 0)
    refused = refuseBreaches('needs_approval', judgement, viewerOf(actor, state));
  else if (command.drawFrom) refused = drawForPayment(payment, command.drawFrom, from, state, changes);
  else if (breaches.length === 0) refused = carryOut(spend, from, judgement, state, changes);
  else refused = sendToReview(spend, judgement, command, state, changes);
  if (refused) return refused;
  const approvals = addPayment(payment, viewerOf(actor, state), state, changes);
  return done(payment.id, { status: command.fulfils ? 200 : 201, payment, approvals });
}
