import type { Id } from '../../lib/id.ts';
import { acceptWithdrawal } from '../rules/accept.ts';
import type { RailTerms } from '../rules/accept.ts';
import { isFrozen, spenderBounds } from '../rules/authority.ts';
import { addEvent } from '../model/changes.ts';
import type { Changes } from '../model/changes.ts';
import type { Ruled } from '../rules/broken-rules.ts';
import { countAccepted, exceededBounds, refusingReasons, spendingTime } from '../rules/bounds.ts';
import { needAccount, needActor, needCounters, needParty, needWallet } from '../load/needs.ts';
import { needRules } from '../load/need-rules.ts';
import type { Needs } from '../load/needs.ts';
import { done, refuse, refuseBroken } from '../model/outcomes.ts';
import type { Outcome } from '../model/outcomes.ts';
import type { Tags, Transfer } from '../model/records.ts';
import type { ExternalAccount, State, Wallet } from '../model/state.ts';
import type { RequestInfo } from '../model/actor.ts';
import { requestApprovals } from '../rules/targets.ts';
import { withdrawalFacts } from '../model/targets.ts';
import { payingWallet } from '../rules/wallets.ts';

/** Sends money from the actor's own wallet to its own account at a bank. */
export type Withdraw = RequestInfo & {
  kind: 'withdraw';
  externalAccountId: Id<'eac'>;
  /** Minor units, 1 … 2^53 − 1. */
  amount: bigint;
  currency: string;
  description: string | null;
  tags: Tags | null;
  rail: RailTerms;
  newIds: { transfer: Id<'trf'>; approvals: [Id<'apr'>] };
  /** Returns the body of the response: the withdrawal as it was accepted. */
  render(transfer: Transfer): string;
};

export function withdrawNeeds(command: Withdraw, needs: Needs): void {
  const { actor, currency, externalAccountId } = command;
  needActor(needs, actor);
  needParty(needs, actor.partyId);
  needWallet(needs, actor.partyId, currency);
  needCounters(needs, [actor.agentId, actor.partyId]);
  if (actor.agentId) {
    needRules(needs, { id: actor.agentId, partyId: actor.partyId, payer: actor.partyId }, null);
  }
  needAccount(needs, externalAccountId);
}

/** Decides one withdrawal: refuses it, sends it to review, or holds the money until the bank reports the outcome. */
export function decideWithdraw(command: Withdraw, state: State, changes: Changes): Outcome {
  const { actor, amount, currency, rail, newIds } = command;
  if (isFrozen(actor, actor.partyId, state)) return refuse('party_frozen');
  const account = state.accounts.get(command.externalAccountId);
  if (account?.partyId !== actor.partyId) return refuse('external_account_unknown');
  if (account.status !== 'active') return refuse('external_account_unusable');
  // A withdrawal over a limit holds nothing yet, but a transfer always has a wallet.
  const wallet = payingWallet(state, actor.partyId, currency);
  if (!wallet) return refuse('insufficient_funds');

  const bounds = spenderBounds(actor, actor.partyId, state);
  const now = spendingTime(bounds, command.now, state);
  const spending = { amount, currency, now };
  const transfer = newTransfer(command, account, wallet, now);
  const ruled = (): Ruled => ({ currency, now, payee: null, isApproved: false, purchase: null });
  const exceeded = exceededBounds(bounds, spending, ruled, state);
  const refusing = refusingReasons(exceeded);
  if (refusing) return refuseBroken(refusing);
  if (exceeded.length === 0) {
    const refusal = acceptWithdrawal(transfer, rail, now, state, changes);
    if (refusal) return refuse(refusal);
    countAccepted(bounds, spending, state, changes);
  } else {
    transfer.status = 'IN_REVIEW';
    requestApprovals(withdrawalFacts(transfer), exceeded, newIds.approvals, now, changes);
  }
  changes.transfers.push(transfer);
  addEvent(changes, 'transfer', transfer.id, null, transfer.status, now);
  return done(transfer.id, { status: 200, body: command.render(transfer) });
}

function newTransfer(command: Withdraw, account: ExternalAccount, wallet: Wallet, now: Date): Transfer {
  const { actor } = command;
  return {
    id: command.newIds.transfer,
    type: 'withdrawal',
    status: 'PROCESSING',
    amount: command.amount,
    currency: command.currency,
    description: command.description,
    tags: command.tags,
    partyId: actor.partyId,
    walletId: wallet.id,
    externalAccountId: account.id,
    externalAccountMask: `****${account.lastFour}`,
    expectedAvailableAt: null,
    failure: null,
    returned: null,
    submittedAt: now,
    settledAt: null,
    agentId: actor.agentId,
    credentialId: actor.credentialId,
    userId: actor.userId,
    instanceId: actor.instanceId,
    createdAt: now,
    updatedAt: now,
    acceptedAt: null,
  };
}
