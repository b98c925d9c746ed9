import type { Id } from '../../lib/id.ts';
import { carryOut, sendToReview, type Spend } from '../rules/carry-out.ts';
import type { RailTerms } from '../rules/rail-order.ts';
import { refusalIfFrozen, spenderBounds, viewerOf } from '../rules/authority.ts';
import { approvalsMadeWith, type AskedApproval, ownApprovals } from '../model/asked-approvals.ts';
import { addEvent, type Changes } from '../model/changes.ts';
import { judge, refuseBreaches } from '../rules/judge.ts';
import {
  needAccount,
  needActor,
  needCounters,
  needInReview,
  needNamedWallet,
  needRules,
  type Needs,
  needWallet,
} from '../load/needs.ts';
import { toAccount } from '../model/counterparty.ts';
import { feeFor } from '../model/fees.ts';
import { done, type Outcome, refuse } from '../model/outcomes.ts';
import type { Transfer, TransferTerms } from '../model/records.ts';
import type { State } from '../model/state.ts';
import type { Dated, RequestInfo } from '../model/actor.ts';
import { atBank, newTransfer } from '../rules/new-transfer.ts';
import { requestedPayingWallet } from '../rules/wallets.ts';

/** Sends money from the actor's own wallet to its own account at a bank. */
export type Withdraw = RequestInfo &
  TransferTerms & {
    kind: 'withdraw';
    externalAccountId: Id<'eac'>;
    /** The wallet that pays; null if the request names none. */
    walletId: Id<'wal'> | null;
    rail: RailTerms;
    /** Whether it repeats an earlier one on purpose. */
    intendedRepeat: boolean;
    /** At most so many payments and withdrawals of an agent wait for approval. */
    maxInReview: number;
    newIds: { transfer: Id<'trf'>; approvals: [Id<'apr'>] };
    /** Returns the body of the response: the withdrawal as it was accepted, or with the approvals for which it waits. */
    render(transfer: Transfer, approvals: readonly AskedApproval[]): string;
  };

export function withdrawNeeds(command: Withdraw, needs: Needs): void {
  const { actor, currency, externalAccountId } = command;
  needActor(needs, actor);
  needWallet(needs, actor.partyId, currency);
  needNamedWallet(needs, command.walletId);
  needCounters(needs, actor, actor.partyId, currency);
  if (actor.agentId) {
    const agent = { id: actor.agentId, partyId: actor.partyId, payer: actor.partyId };
    const { counterparty } = toAccount(externalAccountId);
    needRules(needs, agent, counterparty, command);
    needInReview(needs, agent);
  }
  needAccount(needs, externalAccountId);
}

/** Decides one withdrawal: refuses it, sends it to review, or holds the money until the bank reports the outcome. */
export function decideWithdraw(command: Dated<Withdraw>, state: State, changes: Changes): Outcome {
  const { actor, amount, currency, rail, newIds, now } = command;
  const frozen = refusalIfFrozen(actor, actor.partyId, state);
  if (frozen) return frozen;
  const account = state.accounts.get(command.externalAccountId);
  if (account?.partyId !== actor.partyId) return refuse('external_account_unknown');
  if (account.status !== 'active') return refuse('external_account_unusable');
  // A withdrawal over a limit holds nothing yet, but a transfer always has a wallet.
  const { partyId, agentId } = actor;
  const { walletId } = command;
  const wallet = requestedPayingWallet(state, { partyId, currency, agentId, walletId });
  if (typeof wallet === 'string') return refuse(wallet);

  const bounds = spenderBounds(actor, partyId, state);
  const purchase = { ...command, payerPartyId: partyId, initiatorPartyId: partyId };
  const asked = () => ({ to: toAccount(command.externalAccountId), purchase });
  const judgement = judge(bounds, { amount, currency, now }, asked, state);
  if (judgement.refusing) return refuseBreaches('rule_broken', judgement, viewerOf(actor, state));
  const fee = feeFor(state.fees, 'withdrawal', amount, currency);
  const terms = { amount, currency, fee, description: command.description, tags: command.tags };
  const where = { partyId, walletId: wallet.id, ...atBank(account) };
  const transfer = newTransfer({ id: newIds.transfer, type: 'withdrawal', ...terms, ...where }, actor, now);
  const spend: Spend = { type: 'withdrawal', record: transfer, account, rail };
  const refused =
    judgement.breaches.length > 0
      ? sendToReview(spend, judgement, command, state, changes)
      : carryOut(spend, wallet, judgement, state, changes);
  if (refused) return refused;
  changes.transfers.push(transfer);
  addEvent(changes, 'transfer', transfer.id, null, transfer.status, now);
  const approvals = approvalsMadeWith(transfer, changes.approvals, viewerOf(actor, state));
  const ofOwn = ownApprovals(approvals);
  const ownBody = ofOwn && command.render(transfer, ofOwn);
  return done(transfer.id, { status: 200, body: command.render(transfer, approvals), ownBody });
}
