import type { Id } from '../../lib/id.ts';
import { acceptPayment, acceptWithdrawal } from '../accept.ts';
import type { RailTerms } from '../accept.ts';
import { payerAuthority } from '../authority.ts';
import { record } from '../changes.ts';
import type { Changes } from '../changes.ts';
import { countSpending, exceededLimits, spendingTime } from '../limits.ts';
import type { Limit } from '../limits.ts';
import { needAccount, needActor, needMembers, needParty, needWallet } from '../needs.ts';
import type { Needs } from '../needs.ts';
import { done, refuse } from '../outcomes.ts';
import type { Outcome, Refusal } from '../outcomes.ts';
import type { Approval } from '../records.ts';
import type { Actor, Asked, State } from '../state.ts';
import {
  askApproval,
  cancelApprovals,
  findTarget,
  needTarget,
  noteChange,
  resolve,
  setStatus,
} from '../targets.ts';
import type { Mover, TargetFacts } from '../targets.ts';

/** Say yes or no to a payment or withdrawal that waits because it is over a limit. */
export type DecideApproval = Asked & {
  kind: 'decideApproval';
  verdict: 'approve' | 'deny';
  approvalId: Id<'apr'>;
  reason: string | null;
  target: TargetFacts;
  /** The account of a withdrawal. */
  externalAccountId: Id<'eac'> | null;
  /** Was it asked for with an agent's own key? Then the agent is its maker, and no user is. */
  madeByAgentKey: boolean;
  rail: RailTerms;
  newIds: { wallet: Id<'wal'>; approvals: [Id<'apr'>, Id<'apr'>] };
  render(approval: Approval): string;
};

export function decideApprovalNeeds(command: DecideApproval, needs: Needs): void {
  const { actor, target, externalAccountId } = command;
  needActor(needs, actor);
  needMembers(needs, actor.partyId);
  needTarget(needs, target);
  if (target.payeePartyId) {
    needParty(needs, target.payeePartyId);
    needWallet(needs, target.payeePartyId, target.currency);
  }
  if (externalAccountId) needAccount(needs, externalAccountId);
}

/** Decides on one approval; the last one that is given runs what it was about, after a new look at everything. */
export function decideApproval(command: DecideApproval, state: State, changes: Changes): Outcome {
  const { actor, now, reason, target } = command;
  const all = state.approvals.get(target.id) ?? [];
  const approval = all.find((each) => each.id === command.approvalId);
  const mover = findTarget(target, state);
  if (!approval || !mover || approval.status !== 'pending') return refuse('approval_decided');
  if (approval.dueAt && approval.dueAt <= now) return refuse('approval_expired');
  if (approval.deciderPartyId !== actor.partyId) return refuse('not_the_decider');
  const by = { userId: actor.userId, reason, now };
  let remark: string | null = null;
  if (command.verdict === 'deny') {
    resolve(approval, 'denied', by, changes);
    cancelApprovals(target.id, now, state, changes);
    setStatus(mover, 'APPROVAL_DENIED', now, changes);
  } else {
    if (isMaker(command, mover)) {
      if (!isAlone(actor, state)) return refuse('maker_decides');
      remark = 'approved by who made it, the only user of the party';
    }
    const others = all.filter((each) => each !== approval && each.status === 'pending');
    const refusal = others.length > 0 ? null : proceed(command, mover, all, state, changes);
    if (refusal) return refuse(refusal);
    resolve(approval, 'approved', by, changes);
  }
  return done(approval.id, { status: 200, body: command.render(approval) }, remark);
}

/** Who made it may not approve it: neither the credential nor the user behind it, nor through another key. */
function isMaker({ actor, madeByAgentKey }: DecideApproval, { it }: Mover): boolean {
  return !madeByAgentKey && (it.credentialId === actor.credentialId || it.userId === actor.userId);
}

/** But a party whose only user is its owner has nobody else. The audit log says so. */
function isAlone({ partyId, userId }: Actor, state: State): boolean {
  const [member, ...others] = state.members.get(partyId) ?? [];
  return others.length === 0 && member?.role === 'OWNER' && member.userId === userId;
}

/** Runs it, or asks those whose limits it has come to exceed in the meantime and who were not asked before. */
function proceed(
  command: DecideApproval,
  mover: Mover,
  approvals: readonly Approval[],
  state: State,
  changes: Changes,
): Refusal | null {
  const { target, newIds } = command;
  const { it } = mover;
  const { initiatorPartyId: partyId, payerPartyId, agentId } = target;
  if (agentId && state.agents.get(agentId)?.status !== 'ACTIVE') return 'authority_gone';
  const limits = payerAuthority({ partyId, agentId }, payerPartyId, state);
  if (typeof limits === 'string') return 'authority_gone';
  const now = spendingTime(limits, command.now, state);
  const spending = { amount: it.amount, currency: it.currency, now };
  const asked = new Set(approvals.map((approval) => approval.deciderPartyId));
  const unasked = exceededLimits(limits, spending, state).filter(({ owner }) => !asked.has(owner));
  if (unasked.length > 0) {
    const added = askApproval(target, unasked, newIds.approvals, now, changes);
    state.approvals.set(target.id, [...approvals, ...added]);
    return null;
  }
  return run({ ...command, now }, mover, limits, state, changes);
}

function run(
  command: DecideApproval,
  mover: Mover,
  limits: readonly Limit[],
  state: State,
  changes: Changes,
): Refusal | null {
  const { now } = command;
  const refusal =
    mover.type === 'payment'
      ? acceptPayment(mover.it, payeeOf(command, state), now, state, changes)
      : (unusableAccount(command, state) ?? acceptWithdrawal(mover.it, command.rail, now, state, changes));
  if (refusal) return refusal;
  const { it, type } = mover;
  record(changes, type === 'payment' ? 'payment' : 'transfer', it.id, 'IN_REVIEW', it.status, now);
  noteChange(mover, changes);
  countSpending(limits, { amount: it.amount, currency: it.currency, now }, state, changes);
  return null;
}

function payeeOf({ target, newIds }: DecideApproval, state: State) {
  const payee = state.parties.get(target.payeePartyId ?? '');
  const claimAddress = payee?.email ?? null;
  return { active: payee?.status === 'ACTIVE', claimAddress, newIds };
}

function unusableAccount({ externalAccountId }: DecideApproval, state: State): Refusal | null {
  const account = state.accounts.get(externalAccountId ?? '');
  return account?.status === 'active' ? null : 'external_account_unusable';
}
