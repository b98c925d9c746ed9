import type { Id } from '../../lib/id.ts';
import { acceptPayment, acceptWithdrawal } from '../rules/accept.ts';
import type { RailTerms } from '../rules/accept.ts';
import { isFrozen, payerAuthority } from '../rules/authority.ts';
import { addEvent } from '../model/changes.ts';
import type { Changes } from '../model/changes.ts';
import { countSpending, exceededLimits, spendingTime } from '../rules/limits.ts';
import type { Limit } from '../rules/limits.ts';
import { needAccount, needActor, needContact, needMembers, needParty, needWallet } from '../load/needs.ts';
import type { Needs } from '../load/needs.ts';
import { done, refuse } from '../model/outcomes.ts';
import type { Outcome, Refusal } from '../model/outcomes.ts';
import { register, reviewedRecipient } from '../rules/recipient.ts';
import type { Approval, Payment } from '../model/records.ts';
import { contactOf } from '../model/state.ts';
import type { State } from '../model/state.ts';
import type { Actor, RequestInfo } from '../model/actor.ts';
import { requestApprovals, cancelApprovals, addChangedTarget, resolve, setStatus } from '../rules/targets.ts';
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
  if (target.recipientAddress !== null) {
    needContact(needs, contactOf(target.recipientAddress), target.currency);
  } else if (target.payeePartyId) {
    needParty(needs, target.payeePartyId);
    needWallet(needs, target.payeePartyId, target.currency);
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
    setStatus(loaded, 'APPROVAL_DENIED', now, changes);
  } else {
    if (isMaker(command, loaded)) {
      if (!isAlone(actor, state)) return refuse('maker_decides');
      remark = 'approved by who made it, the only user of the party';
    }
    if (state.agents.get(target.agentId ?? '')?.status === 'SUSPENDED') return refuse('requester_suspended');
    if (isFrozen({ partyId: target.initiatorPartyId }, target.payerPartyId, state))
      return refuse('party_frozen');
    const others = all.filter((each) => each !== approval && each.status === 'pending');
    const refusal = others.length > 0 ? null : proceed(command, loaded, all, state, changes);
    if (refusal) return refuse(refusal);
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

/** Runs the target. If it now exceeds limits of owners that have no approval yet, requests theirs instead. */
function proceed(
  command: DecideApproval,
  loaded: LoadedTarget,
  approvals: readonly Approval[],
  state: State,
  changes: Changes,
): Refusal | null {
  const { target, newIds } = command;
  const { record } = loaded;
  const { initiatorPartyId: partyId, payerPartyId, agentId } = target;
  if (agentId && state.agents.get(agentId)?.status !== 'ACTIVE') return 'authority_gone';
  const limits = payerAuthority({ partyId, agentId }, payerPartyId, state);
  if (typeof limits === 'string') return 'authority_gone';
  const now = spendingTime(limits, command.now, state);
  const spending = { amount: record.amount, currency: record.currency, now };
  const deciders = new Set(approvals.map((approval) => approval.deciderPartyId));
  const exceeded = exceededLimits(limits, spending, state).filter(({ owner }) => !deciders.has(owner));
  if (exceeded.length > 0) {
    const added = requestApprovals(target, exceeded, newIds.approvals, now, changes);
    state.approvals.set(target.id, [...approvals, ...added]);
    return null;
  }
  return run({ ...command, now }, loaded, limits, state, changes);
}

function run(
  command: DecideApproval,
  loaded: LoadedTarget,
  limits: readonly Limit[],
  state: State,
  changes: Changes,
): Refusal | null {
  const { now } = command;
  const refusal =
    loaded.type === 'payment'
      ? runPayment(command, loaded.record, state, changes)
      : (unusableAccount(command, state) ??
        acceptWithdrawal(loaded.record, command.rail, now, state, changes));
  if (refusal) return refusal;
  const { record, type } = loaded;
  addEvent(changes, type === 'payment' ? 'payment' : 'transfer', record.id, 'IN_REVIEW', record.status, now);
  addChangedTarget(loaded, changes);
  countSpending(limits, { amount: record.amount, currency: record.currency, now }, state, changes);
  return null;
}

/** Pays whom the payment names; an address may lead to a party by now, and is registered if not. */
function runPayment(
  { newIds, now }: DecideApproval,
  payment: Payment,
  state: State,
  changes: Changes,
): Refusal | null {
  const recipient = reviewedRecipient(payment, state);
  if (typeof recipient === 'string') return recipient;
  const refusal = acceptPayment(payment, { ...recipient, newIds }, now, state, changes);
  if (refusal) return refusal;
  register(recipient, now, state, changes);
  return null;
}

function unusableAccount({ externalAccountId }: DecideApproval, state: State): Refusal | null {
  const account = state.accounts.get(externalAccountId ?? '');
  return account?.status === 'active' ? null : 'external_account_unusable';
}
