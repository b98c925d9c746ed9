import type { Id } from '../../lib/id.ts';
import { carryOut, type Spend } from '../rules/carry-out.ts';
import type { RailTerms } from '../rules/rail-order.ts';
import { payerBounds, refusalIfFrozen, viewerOf } from '../rules/authority.ts';
import { addEvent, type Changes } from '../model/changes.ts';
import { judge, type Judgement, refuseBreaches } from '../rules/judge.ts';
import {
  needAccount,
  needActor,
  needMembers,
  needPayee,
  needRules,
  type Needs,
  needTarget,
} from '../load/needs.ts';
import { done, type Outcome, type Refusal, refuse, type Refused } from '../model/outcomes.ts';
import { followPayment } from '../rules/payment-request.ts';
import { payeeOf, reviewedRecipient } from '../rules/recipient.ts';
import type { Approval } from '../model/records.ts';
import { counterpartyOf, type Destination, toAccount } from '../model/counterparty.ts';
import type { ApprovalPolicy, State, Wallet } from '../model/state.ts';
import type { Dated, RequestInfo, UserRole } from '../model/actor.ts';
import { type Approver, isMaker, needsTwo } from '../model/approvers.ts';
import {
  addChangedTarget,
  approveFirst,
  cancelApprovals,
  noPayee,
  requestApprovals,
  resolve,
  setStatus,
} from '../rules/targets.ts';
import { payingWallet } from '../rules/wallets.ts';
import { findTarget, type LoadedTarget, type TargetFacts } from '../model/targets.ts';

/** Approves or denies a payment or withdrawal that is in review because it exceeds a limit or breaks a rule. */
export type DecideApproval = RequestInfo & {
  kind: 'decideApproval';
  verdict: 'approve' | 'deny';
  approvalId: Id<'apr'>;
  reason: string | null;
  target: TargetFacts;
  /** Of the target: minor units, without a fee. */
  amount: bigint;
  description: string | null;
  /** The account that a withdrawal pays to; null for a payment. */
  externalAccountId: Id<'eac'> | null;
  /** Whether the target was requested with an agent's own key; its user is then who made that key. */
  madeByAgentKey: boolean;
  /** Whether the actor is a browser session of a person who has signed in. */
  isSignedIn: boolean;
  /** The roles whose users may decide. */
  decidingRoles: readonly UserRole[];
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
    const { amount, description } = command;
    const to = counterparty ?? (externalAccountId && toAccount(externalAccountId).counterparty);
    needRules(needs, agent, to, { amount, currency: target.currency, description });
  }
  if (externalAccountId) needAccount(needs, externalAccountId);
}

/** Decides one approval. The last one that is given runs the target, after checking everything again. */
export function decideApproval(command: Dated<DecideApproval>, state: State, changes: Changes): Outcome {
  const { actor, now, reason, target } = command;
  const all = state.approvals.get(target.id) ?? [];
  const approval = all.find((each) => each.id === command.approvalId);
  const loaded = findTarget(target, state);
  if (!approval || !loaded || approval.status !== 'pending') return refuse('approval_decided');
  if (approval.dueAt && approval.dueAt <= now) return refuse('approval_expired');
  if (approval.deciderPartyId !== actor.partyId) return refuse('not_the_decider');
  const by = { decider: actor, reason, now };
  let remark: string | null = null;
  if (command.verdict === 'deny') {
    resolve(approval, 'denied', by, changes);
    cancelApprovals(target.id, now, state, changes);
    setStatus(loaded, 'APPROVAL_DENIED', now, state, changes);
  } else {
    const approved = approve(command, loaded, approval, state, changes);
    if ('refusal' in approved) return approved;
    if (approved.isFirst) approveFirst(approval, { ...by, signedIn: command.isSignedIn }, changes);
    else resolve(approval, 'approved', by, changes);
    if (approved.byMaker) remark = 'approved by who made it: no other user of the party may decide';
  }
  return done(approval.id, { status: 200, body: command.render(approval) }, remark);
}

/** How somebody approves: as a maker beside whom nobody else may decide, or as the first of two. */
type Approved = { byMaker: boolean; isFirst: boolean };

/**
 * Checks whether the actor may approve, and runs the target if no other user is to approve it, and no other approval is
 * pending.
 */
function approve(
  command: Dated<DecideApproval>,
  loaded: LoadedTarget,
  approval: Approval,
  state: State,
  changes: Changes,
): Refused | Approved {
  const { actor, target } = command;
  const policy = state.parties.get(actor.partyId);
  if (policy?.approveBy === 'session' && !command.isSignedIn) return refuse('approver_not_signed_in');
  const asksTwo = needsTwo(policy, loaded.record);
  const made = { ...loaded.record, madeByAgentKey: command.madeByAgentKey };
  let byMaker = isMaker(made, actor, approval.ofParty);
  const mayNotApprove = () => byMaker && (asksTwo || !isAlone(command, state));
  if (mayNotApprove()) return refuse('maker_decides');
  let first = asksTwo ? firstOf(command, approval, policy, state) : null;
  if (first?.userId === actor.userId) return refuse('approved_already');
  const agent = target.agentId && state.agents.get(target.agentId);
  if (agent?.status === 'SUSPENDED') return refuse('requester_suspended');
  const frozen = refusalIfFrozen({ partyId: target.initiatorPartyId }, target.payerPartyId, state);
  if (frozen) return frozen;
  const all = state.approvals.get(target.id) ?? [];
  const isLast =
    (!asksTwo || first !== null) && all.every((each) => each === approval || each.status !== 'pending');
  const judgement = judgeAgain(command, loaded, isLast ? all : 'by everybody', state);
  if (judgement === null)
    return isLast ? refuse('authority_gone') : { byMaker, isFirst: asksTwo && first === null };
  const ofParty = judgement.exceeded.find(({ owner }) => owner === actor.partyId)?.ofParty === true;
  byMaker ||= isMaker(made, actor, ofParty);
  if (mayNotApprove()) return refuse('maker_decides');
  if (first && isMaker(made, first, approval.ofParty || ofParty)) first = null;
  if (judgement.refusing) return refuseBreaches('rule_broken', judgement, viewerOf(actor, state));
  if (asksTwo && first === null) return { byMaker, isFirst: true };
  return (isLast ? proceed(command, loaded, judgement, state, changes) : null) ?? { byMaker, isFirst: false };
}

/**
 * Returns the first of two who approved; null if nobody has, or if the one who did might not approve by now: without a
 * role that decides, or by a key where only people who have signed in may.
 */
function firstOf(
  { actor, decidingRoles }: DecideApproval,
  { firstDecidedBy: userId, firstDecidedWith: credentialId, firstSignedIn }: Approval,
  policy: Pick<ApprovalPolicy, 'approveBy'> | undefined,
  state: State,
): Approver | null {
  if (userId === null || credentialId === null) return null;
  if (policy?.approveBy === 'session' && firstSignedIn !== true) return null;
  const member = state.members.get(actor.partyId)?.find((each) => each.userId === userId);
  return member && decidingRoles.includes(member.role) ? { userId, credentialId } : null;
}

/** Returns whether the actor is an owner of its party, and no other user of it may decide. */
function isAlone({ actor, decidingRoles }: DecideApproval, state: State): boolean {
  const deciding = (state.members.get(actor.partyId) ?? []).filter(({ role }) =>
    decidingRoles.includes(role),
  );
  return deciding.every(({ userId }) => userId === actor.userId) && deciding[0]?.role === 'OWNER';
}

/** Judges the target again, as it is approved. Null if who asked for it may not do it any more. */
function judgeAgain(
  { target, externalAccountId, now }: Dated<DecideApproval>,
  loaded: LoadedTarget,
  approved: readonly Approval[] | 'by everybody',
  state: State,
): Judgement | null {
  const { initiatorPartyId: partyId, payerPartyId, agentId } = target;
  if (agentId && state.agents.get(agentId)?.status !== 'ACTIVE') return null;
  const bounds = payerBounds({ partyId, agentId }, payerPartyId, state);
  if (typeof bounds === 'string') return null;
  const { amount, currency } = loaded.record;
  const asked = () => ({ to: destinationNow(loaded, externalAccountId, state), purchase: null });
  const isApprovedBy = (owner: Id<'pty'>): boolean =>
    approved === 'by everybody' || approved.some(({ deciderPartyId }) => deciderPartyId === owner);
  return judge(bounds, { amount, currency, now }, asked, state, isApprovedBy);
}

/** Runs the target. If it now exceeds limits or breaks rules of owners that have no approval yet, requests theirs instead. */
function proceed(
  command: Dated<DecideApproval>,
  loaded: LoadedTarget,
  judgement: Judgement,
  state: State,
  changes: Changes,
): Refused | null {
  const { target, newIds, now } = command;
  if (judgement.breaches.length === 0) return run(command, loaded, judgement, state, changes);
  const given = state.approvals.get(target.id) ?? [];
  const [{ payeeName, payeeAddress, payeeVerified } = noPayee] = given; // as of the request, for all of its approvals
  const facts = { ...target, payeeName, payeeAddress, payeeVerified };
  const added = requestApprovals(facts, judgement.breaches, newIds.approvals, now, changes);
  state.approvals.set(target.id, [...given, ...added]);
  return null;
}

/** Returns where the money of what is in review would go now; null where it can go nowhere. */
function destinationNow(
  { type, record }: LoadedTarget,
  externalAccountId: Id<'eac'> | null,
  state: State,
): Destination | null {
  if (type !== 'payment') return externalAccountId && toAccount(externalAccountId);
  const recipient = reviewedRecipient(record, state);
  return typeof recipient === 'string' ? null : payeeOf(recipient);
}

function run(
  command: Dated<DecideApproval>,
  loaded: LoadedTarget,
  judgement: Judgement,
  state: State,
  changes: Changes,
): Refused | null {
  const { type, record } = loaded;
  const from = walletOf(command, loaded, state);
  if (from === 'wallet_not_allowed') return refuse('authority_gone');
  const spend = spendOf(command, loaded, state);
  if (typeof spend === 'string') return refuse(spend);
  const refused = carryOut(spend, from, judgement, state, changes);
  if (refused) return refused;
  const { now } = command;
  if (type === 'payment') followPayment(record, now, state, changes);
  addEvent(changes, type === 'payment' ? 'payment' : 'transfer', record.id, 'IN_REVIEW', record.status, now);
  addChangedTarget(loaded, changes);
  return null;
}

/**
 * Returns what is carried out, or why it cannot be. A payment goes to whom its address leads to by now; a withdrawal to
 * its account, which may have been removed meanwhile.
 */
function spendOf(command: DecideApproval, loaded: LoadedTarget, state: State): Spend | Refusal {
  const { newIds, rail, externalAccountId } = command;
  if (loaded.type === 'payment') {
    const recipient = reviewedRecipient(loaded.record, state);
    return typeof recipient === 'string' ? recipient : { ...loaded, recipient, newIds };
  }
  const account = externalAccountId && state.accounts.get(externalAccountId);
  if (account?.status !== 'active') return 'external_account_unusable';
  return { type: 'withdrawal', record: loaded.record, account, rail };
}

/** Returns the wallet that pays: the one that the target has kept, or else the one that pays now. */
function walletOf({ target }: DecideApproval, loaded: LoadedTarget, state: State): Wallet | Refusal {
  const { payerPartyId: partyId, agentId, currency } = target;
  const walletId = loaded.type === 'payment' ? loaded.record.payerWalletId : loaded.record.walletId;
  return payingWallet(state, { partyId, currency, agentId, walletId });
}
