import type { Id } from '../../lib/id.ts';
import { acceptPayment, acceptWithdrawal } from '../rules/carry-out.ts';
import type { RailTerms } from '../rules/carry-out.ts';
import { isFrozen, payerAuthority } from '../rules/authority.ts';
import { addEvent } from '../model/changes.ts';
import type { Changes } from '../model/changes.ts';
import { countAccepted, exceededBounds, refusingReasons, spendingTime } from '../rules/judge.ts';
import type { Bounds } from '../rules/judge.ts';
import type { Ruled } from '../rules/broken-rules.ts';
import { recordPayee, recordPurchase } from '../rules/rule-history.ts';
import { needAccount, needActor, needMembers, needPayee } from '../load/needs.ts';
import { needRules } from '../load/need-rules.ts';
import type { Needs } from '../load/needs.ts';
import { done, refuse, refuseBroken } from '../model/outcomes.ts';
import type { Outcome, Refusal, Refused } from '../model/outcomes.ts';
import { followPayment } from '../rules/payment-request.ts';
import { payeeOf, register, reviewedRecipient } from '../rules/recipient.ts';
import type { Approval, Payment, Transfer } from '../model/records.ts';
import { counterpartyOf } from '../model/counterparty.ts';
import type { Payee } from '../model/counterparty.ts';
import type { State, Wallet } from '../model/state.ts';
import type { Actor, RequestInfo } from '../model/actor.ts';
import { requestApprovals, cancelApprovals, addChangedTarget, resolve, setStatus } from '../rules/targets.ts';
import { payingWallet } from '../rules/wallets.ts';
import { needTarget } from '../load/needs.ts';
import { findTarget } from '../model/targets.ts';
import type { LoadedTarget, TargetFacts } from '../model/targets.ts';

/** Approves or denies a payment or withdrawal that is in review because it exceeds a limit. */
export type DecideApproval = RequestInfo & {
  kind: 'decideApproval';
  verdict: 'approve' | 'deny';
  approvalId: Id<'apr'>;
  reason: string | null;
  target: TargetFacts;
  /** The account that a withdrawal pays to; null for a payment. */
  externalAccountId: Id<'eac'> | null;
  /** Whether the target was requested with an agent's own key. Then the agent is its maker, and no user is. */
  madeByAgentKey: boolean;
  rail: RailTerms;
  newIds: { wallet: Id<'wal'>; approvals: [Id<'apr'>, Id<'apr'>] };
  /** Returns the body of the response. */
  render(approval: Approval): string;
};

export function decideApprovalNeeds(command: DecideApproval, needs: Needs): void {
  const { actor, target, externalAccountId } = command;
  needActor(needs, actor);
  needMembers(needs, actor.partyId);
  needTarget(needs, target);
  const counterparty = counterpartyOf(target);
  if (counterparty) needPayee(needs, counterparty, target.currency);
  const { agentId, initiatorPartyId, payerPartyId } = target;
  if (agentId) {
    const agent = { id: agentId, partyId: initiatorPartyId, payer: payerPartyId };
    needRules(needs, agent, counterparty);
  }
  if (externalAccountId) needAccount(needs, externalAccountId);
}

/** Decides one approval. The last one that is given runs the target, after checking everything again. */
export function decideApproval(command: DecideApproval, state: State, changes: Changes): Outcome {
  const { actor, now, reason, target } = command;
  const all = state.approvals.get(target.id) ?? [];
  const approval = all.find((each) => each.id === command.approvalId);
  const loaded = findTarget(target, state);
  if (!approval || !loaded || approval.status !== 'pending') return refuse('approval_decided');
  if (approval.dueAt && approval.dueAt <= now) return refuse('approval_expired');
  if (approval.deciderPartyId !== actor.partyId) return refuse('not_the_decider');
  const by = { userId: actor.userId, reason, now };
  let remark: string | null = null;
  if (command.verdict === 'deny') {
    resolve(approval, 'denied', by, changes);
    cancelApprovals(target.id, now, state, changes);
    setStatus(loaded, 'APPROVAL_DENIED', now, state, changes);
  } else {
    if (isMaker(command, loaded)) {
      if (!isAlone(actor, state)) return refuse('maker_decides');
      remark = 'approved by who made it, the only user of the party';
    }
    if (state.agents.get(target.agentId ?? '')?.status === 'SUSPENDED') return refuse('requester_suspended');
    if (isFrozen({ partyId: target.initiatorPartyId }, target.payerPartyId, state))
      return refuse('party_frozen');
    const others = all.filter((each) => each !== approval && each.status === 'pending');
    const refused = others.length > 0 ? null : proceed(command, loaded, all, state, changes);
    if (refused) return refused;
    resolve(approval, 'approved', by, changes);
  }
  return done(approval.id, { status: 200, body: command.render(approval) }, remark);
}

/** Returns whether the actor made the target: with this credential, or as the same user with another key. */
function isMaker({ actor, madeByAgentKey }: DecideApproval, { record }: LoadedTarget): boolean {
  return !madeByAgentKey && (record.credentialId === actor.credentialId || record.userId === actor.userId);
}

/** Returns whether the actor is the owner and only user of its party. Then no other user could approve. */
function isAlone({ partyId, userId }: Actor, state: State): boolean {
  const [member, ...others] = state.members.get(partyId) ?? [];
  return others.length === 0 && member?.role === 'OWNER' && member.userId === userId;
}

/**
 * Runs the target. If it now exceeds limits or breaks rules of owners that have no approval yet, requests theirs instead,
 * or refuses it if the breach of such a rule is refused.
 */
function proceed(
  command: DecideApproval,
  loaded: LoadedTarget,
  approvals: readonly Approval[],
  state: State,
  changes: Changes,
): Refused | null {
  const { target, newIds } = command;
  const { record } = loaded;
  const { initiatorPartyId: partyId, payerPartyId, agentId } = target;
  if (agentId && state.agents.get(agentId)?.status !== 'ACTIVE') return refuse('authority_gone');
  const bounds = payerAuthority({ partyId, agentId }, payerPartyId, state);
  if (typeof bounds === 'string') return refuse('authority_gone');
  const now = spendingTime(bounds, command.now, state);
  const spending = { amount: record.amount, currency: record.currency, now };
  const ruled = (): Ruled => ({
    ...spending,
    payee: payeeNow(loaded, state),
    isApproved: true,
    purchase: null,
  });
  const deciders = new Set(approvals.map((approval) => approval.deciderPartyId));
  const exceeded = exceededBounds(bounds, spending, ruled, state).filter(({ owner }) => !deciders.has(owner));
  const refusing = refusingReasons(exceeded);
  if (refusing) return refuseBroken(refusing);
  if (exceeded.length > 0) {
    const added = requestApprovals(target, exceeded, newIds.approvals, now, changes);
    state.approvals.set(target.id, [...approvals, ...added]);
    return null;
  }
  const refusal = run({ ...command, now }, loaded, bounds, state, changes);
  return refusal && refuse(refusal);
}

/** Returns whom a payment in review would pay now; null for a withdrawal, and where it can pay nobody. */
function payeeNow({ type, record }: LoadedTarget, state: State): Payee | null {
  const recipient = type === 'payment' ? reviewedRecipient(record, state) : null;
  if (type !== 'payment' || !recipient || typeof recipient === 'string') return null;
  return payeeOf(recipient);
}

function run(
  command: DecideApproval,
  loaded: LoadedTarget,
  bounds: Bounds,
  state: State,
  changes: Changes,
): Refusal | null {
  const { now } = command;
  const from = walletOf(command, loaded, state);
  if (from === 'wallet_not_allowed') return 'authority_gone';
  const refusal =
    loaded.type === 'payment'
      ? runPayment(command, loaded.record, from, bounds, state, changes)
      : runWithdrawal(command, loaded.record, from, state, changes);
  if (refusal) return refusal;
  const { record, type } = loaded;
  addEvent(changes, type === 'payment' ? 'payment' : 'transfer', record.id, 'IN_REVIEW', record.status, now);
  addChangedTarget(loaded, changes);
  countAccepted(bounds, { amount: record.amount, currency: record.currency, now }, state, changes);
  return null;
}

/** Returns the wallet that pays: the one that the target has kept, or else the one that pays now. */
function walletOf({ target }: DecideApproval, loaded: LoadedTarget, state: State): Wallet | Refusal {
  const { payerPartyId: partyId, agentId, currency } = target;
  const walletId = loaded.type === 'payment' ? loaded.record.payerWalletId : loaded.record.walletId;
  return payingWallet(state, { partyId, currency, agentId, walletId });
}

/** Pays whom the payment names; an address may lead to a party by now, and is registered if not. */
function runPayment(
  { newIds, now }: DecideApproval,
  payment: Payment,
  from: Wallet | Refusal,
  { ruleSets }: Bounds,
  state: State,
  changes: Changes,
): Refusal | null {
  const recipient = reviewedRecipient(payment, state);
  if (typeof recipient === 'string') return recipient;
  const refusal = acceptPayment(payment, from, { ...recipient, newIds }, now, state, changes);
  if (refusal) return refusal;
  register(recipient, now, state, changes);
  recordPayee(ruleSets, payment, recipient.partyId, state, changes);
  recordPurchase(ruleSets, payment, recipient, now, state, changes);
  followPayment(payment, now, state, changes);
  return null;
}

/** Sends a withdrawal to its account, which may have been removed meanwhile. */
function runWithdrawal(
  { externalAccountId, rail, now }: DecideApproval,
  transfer: Transfer,
  from: Wallet | Refusal,
  state: State,
  changes: Changes,
): Refusal | null {
  const account = state.accounts.get(externalAccountId ?? '');
  if (account?.status !== 'active') return 'external_account_unusable';
  return acceptWithdrawal(transfer, from, account, rail, now, state, changes);
}
