import type { Id } from '../../lib/id.ts';
import { currencyOf } from './authority.ts';
import { addEvent } from '../model/changes.ts';
import type { Changes } from '../model/changes.ts';
import { giveBack } from './limits.ts';
import type { Exceeded } from './limits.ts';
import type { Approval, Target, TransferStatus } from '../model/records.ts';
import type { LoadedTarget, TargetFacts } from '../model/targets.ts';
import type { State } from '../model/state.ts';

const reviewTime_ms = 7 * 24 * 60 * 60 * 1000;

/** Brings it into another state. Only payments wait to be claimed, and no command here sends anything there. */
export function setStatus(loaded: LoadedTarget, status: TransferStatus, now: Date, changes: Changes): void {
  const { it } = loaded;
  const resource = loaded.type === 'payment' ? 'payment' : 'transfer';
  addEvent(changes, resource, it.id, it.status, status, now);
  it.status = status;
  it.updatedAt = now;
  addChangedTarget(loaded, changes);
}

/** Has it stored. */
export function addChangedTarget(loaded: LoadedTarget, changes: Changes): void {
  if (loaded.type === 'payment') changes.changedPayments.add(loaded.it);
  else changes.changedTransfers.add(loaded.it);
}

/** What failed or was canceled counts no more, where its day or month is not over. */
export function giveBackSpending(
  { type, it }: LoadedTarget,
  now: Date,
  state: State,
  changes: Changes,
): void {
  if (!it.acceptedAt) return;
  const [payer, initiator] =
    type === 'payment' ? [it.payerPartyId, it.initiatorPartyId] : [it.partyId, it.partyId];
  const spenders = [...new Set([initiator, payer])].map((id) => ({
    spender: id,
    currency: currencyOf(id, state),
  }));
  const agent = { spender: it.agentId, currency: currencyOf(initiator, state) };
  const { amount, currency, acceptedAt } = it;
  giveBack([agent, ...spenders], { amount, currency, now }, acceptedAt, state, changes);
}

/** Asks the owners of exceeded limits, one approval each. Until all have decided nothing is reserved. */
export function requestApprovals(
  facts: TargetFacts,
  exceeded: readonly Exceeded[],
  ids: ReadonlyArray<Id<'apr'>>,
  now: Date,
  changes: Changes,
): Approval[] {
  const { payerPartyId, payeePartyId, initiatorPartyId } = facts;
  const target: Target =
    facts.type === 'payment' ? { type: 'payment', id: facts.id } : { type: 'withdrawal', id: facts.id };
  return exceeded.map(({ owner, reasons }, index) => {
    const id = ids[index];
    if (!id) throw new RangeError('a command brought too few ids for its approvals');
    const approval: Approval = {
      id,
      status: 'pending',
      target,
      deciderPartyId: owner,
      payerPartyId,
      payeePartyId,
      initiatorPartyId,
      reasons,
      createdAt: now,
      updatedAt: now,
      resolvedAt: null,
      dueAt: new Date(now.getTime() + reviewTime_ms),
      decidedBy: null,
      decisionReason: null,
    };
    changes.approvals.push(approval);
    addEvent(changes, 'approval', id, null, 'pending', now);
    return approval;
  });
}

/** Ends an approval. */
export function resolve(
  approval: Approval,
  status: 'approved' | 'denied' | 'canceled',
  by: { userId: Id<'usr'> | null; reason: string | null; now: Date },
  changes: Changes,
): void {
  addEvent(changes, 'approval', approval.id, approval.status, status, by.now);
  approval.status = status;
  approval.updatedAt = by.now;
  approval.resolvedAt = by.now;
  approval.dueAt = null;
  approval.decidedBy = by.userId;
  approval.decisionReason = by.reason;
  changes.changedApprovals.add(approval);
}

/** Ends every approval of a target that still waits: there is nothing left to decide. */
export function cancelApprovals(targetId: string, now: Date, state: State, changes: Changes): void {
  for (const approval of state.approvals.get(targetId) ?? []) {
    if (approval.status === 'pending')
      resolve(approval, 'canceled', { userId: null, reason: null, now }, changes);
  }
}
