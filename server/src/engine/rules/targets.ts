import type { Id } from '../../lib/id.ts';
import { reviewTime_ms } from '../model/asked-approvals.ts';
import { addEvent, type Changes } from '../model/changes.ts';
import { countersOf } from '../model/counters.ts';
import { type Breach, subtractFromCounters } from './limits.ts';
import type { Approval, AskedPayee, Target, TransferStatus } from '../model/records.ts';
import type { LoadedTarget, TargetFacts } from '../model/targets.ts';
import { followPayment } from './payment-request.ts';
import type { Actor } from '../model/actor.ts';
import type { State } from '../model/state.ts';

/** Changes the status of a target. PENDING_CLAIM is not among them: only `acceptPayment` sets it. */
export function setStatus(
  loaded: LoadedTarget,
  status: TransferStatus,
  now: Date,
  state: State,
  changes: Changes,
): void {
  const { record } = loaded;
  const resource = loaded.type === 'payment' ? 'payment' : 'transfer';
  addEvent(changes, resource, record.id, record.status, status, now);
  record.status = status;
  record.updatedAt = now;
  addChangedTarget(loaded, changes);
  // Once the money has moved, the request is paid, whatever becomes of the money later.
  if (loaded.type === 'payment' && !loaded.record.acceptedAt) {
    followPayment(loaded.record, now, state, changes);
  }
}

export function addChangedTarget(loaded: LoadedTarget, changes: Changes): void {
  if (loaded.type === 'payment') changes.changedPayments.add(loaded.record);
  else changes.changedTransfers.add(loaded.record);
}

/** Gives back what a failed or canceled target counted, unless its day or month has ended. */
export function giveBackSpending(
  { type, record }: LoadedTarget,
  now: Date,
  state: State,
  changes: Changes,
): void {
  if (!record.acceptedAt) return;
  const [payer, initiator] =
    type === 'payment' ? [record.payerPartyId, record.initiatorPartyId] : [record.partyId, record.partyId];
  const { agentId, amount, currency, acceptedAt } = record;
  const counters = countersOf({ partyId: initiator, agentId }, payer, currency);
  subtractFromCounters(counters, { amount, now }, acceptedAt, state, changes);
}

export const noPayee: AskedPayee = { payeeName: null, payeeAddress: null, payeeVerified: null };

/** Requests one approval from each owner of exceeded limits. No money is held until all are given. */
export function requestApprovals(
  facts: TargetFacts & AskedPayee,
  exceeded: readonly Breach[],
  ids: ReadonlyArray<Id<'apr'>>,
  now: Date,
  changes: Changes,
): Approval[] {
  const { payerPartyId, payeePartyId, payeeName, payeeAddress, payeeVerified, initiatorPartyId, agentId } =
    facts;
  if (exceeded.length > 0) changes.tasks.add('announceApprovals'); // who may decide gets one
  const target: Target =
    facts.type === 'payment' ? { type: 'payment', id: facts.id } : { type: 'withdrawal', id: facts.id };
  return exceeded.map(({ owner, reasons, ofParty }, index) => {
    const id = ids[index];
    if (!id) throw new RangeError('a command brought too few ids for its approvals');
    const approval: Approval = {
      id,
      status: 'pending',
      target,
      deciderPartyId: owner,
      payerPartyId,
      payeePartyId,
      payeeName,
      payeeAddress,
      payeeVerified,
      initiatorPartyId,
      agentId,
      reasons,
      ofParty,
      createdAt: now,
      updatedAt: now,
      resolvedAt: null,
      dueAt: new Date(now.getTime() + reviewTime_ms),
      decidedBy: null,
      decidedWith: null,
      decisionReason: null,
      announcedAt: null,
      firstDecidedBy: null,
      firstDecidedWith: null,
      firstDecidedAt: null,
      firstSignedIn: null,
    };
    changes.approvals.push(approval);
    addEvent(changes, 'approval', id, null, 'pending', now);
    return approval;
  });
}

export function resolve(
  approval: Approval,
  status: 'approved' | 'denied' | 'canceled',
  by: { decider: Pick<Actor, 'userId' | 'credentialId'> | null; reason: string | null; now: Date },
  changes: Changes,
): void {
  addEvent(changes, 'approval', approval.id, approval.status, status, by.now);
  approval.status = status;
  approval.updatedAt = by.now;
  approval.resolvedAt = by.now;
  approval.dueAt = null;
  approval.decidedBy = by.decider?.userId ?? null;
  approval.decidedWith = (by.decider?.credentialId ?? null) as Id<'apy'> | null; // no agent key decides
  approval.decisionReason = by.reason;
  changes.changedApprovals.add(approval);
}

/** Records the first of two who approve. The others who may decide are told. */
export function approveFirst(
  approval: Approval,
  by: { decider: Pick<Actor, 'userId' | 'credentialId'>; signedIn: boolean; now: Date },
  changes: Changes,
): void {
  addEvent(changes, 'approval', approval.id, 'pending', 'pending', by.now);
  approval.updatedAt = by.now;
  approval.firstDecidedBy = by.decider.userId;
  approval.firstDecidedWith = by.decider.credentialId as Id<'apy'>; // no agent key decides
  approval.firstDecidedAt = by.now;
  approval.firstSignedIn = by.signedIn;
  approval.announcedAt = null;
  changes.changedApprovals.add(approval);
  changes.tasks.add('announceApprovals');
}

/** Cancels every pending approval of a target. */
export function cancelApprovals(targetId: string, now: Date, state: State, changes: Changes): void {
  for (const approval of state.approvals.get(targetId) ?? []) {
    if (approval.status === 'pending')
      resolve(approval, 'canceled', { decider: null, reason: null, now }, changes);
  }
}
