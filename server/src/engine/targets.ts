import type { Id } from '../lib/id.ts';
import { currencyOf } from './authority.ts';
import { record } from './changes.ts';
import type { Changes } from './changes.ts';
import { giveBack } from './limits.ts';
import type { Exceeded } from './limits.ts';
import { needActingAgent, needApprovals, needCounters, needDelegation, needParty } from './needs.ts';
import { needPayment, needTransfer, needWallet } from './needs.ts';
import type { Needs } from './needs.ts';
import type { Approval, Payment, Target, Transfer, TransferStatus } from './records.ts';
import type { State } from './state.ts';

/** What never changes of a payment or withdrawal: enough to load all that a decision about it looks at. */
export type TargetFacts = Target & {
  payerPartyId: Id<'pty'>;
  payeePartyId: Id<'pty'> | null;
  initiatorPartyId: Id<'pty'>;
  agentId: Id<'agt'> | null;
  currency: string;
};

/** The facts of a withdrawal: a party takes its own money out, and pays nobody. */
export function withdrawalFacts(withdrawal: {
  id: Id<'trf'>;
  partyId: Id<'pty'>;
  agentId: Id<'agt'> | null;
  currency: string;
}): TargetFacts {
  const { id, partyId, agentId, currency } = withdrawal;
  const parties = { payerPartyId: partyId, payeePartyId: null, initiatorPartyId: partyId };
  return { type: 'withdrawal', id, ...parties, agentId, currency };
}

/** A payment or a withdrawal, whichever it is. */
export type Mover = { type: 'payment'; it: Payment } | { type: 'withdrawal'; it: Transfer };

const reviewTime_ms = 7 * 24 * 60 * 60 * 1000;

/** Everything that a change of state of a payment or withdrawal needs: itself, its approvals, its money, its limits. */
export function needTarget(needs: Needs, facts: TargetFacts): void {
  if (facts.type === 'payment') needPayment(needs, facts.id);
  else needTransfer(needs, facts.id);
  needApprovals(needs, facts.id);
  needWallet(needs, facts.payerPartyId, facts.currency);
  needParty(needs, facts.payerPartyId);
  needParty(needs, facts.initiatorPartyId);
  needCounters(needs, [facts.agentId, facts.payerPartyId, facts.initiatorPartyId]);
  // Whoever changes a limit holds these: what is given back meanwhile would be missed by its new count.
  if (facts.agentId) needActingAgent(needs, facts.agentId);
  if (facts.payerPartyId !== facts.initiatorPartyId) {
    needDelegation(needs, facts.payerPartyId, facts.initiatorPartyId, facts.agentId);
  }
}

/** The target as it was loaded; null where it does not exist. */
export function findTarget({ type, id }: Target, state: State): Mover | null {
  if (type === 'payment') {
    const payment = state.payments.get(id);
    return payment ? { type, it: payment } : null;
  }
  const transfer = state.transfers.get(id);
  return transfer ? { type, it: transfer } : null;
}

/** Brings it into another state. Only payments wait to be claimed, and no command here sends anything there. */
export function setStatus(mover: Mover, status: TransferStatus, now: Date, changes: Changes): void {
  const { it } = mover;
  const resource = mover.type === 'payment' ? 'payment' : 'transfer';
  record(changes, resource, it.id, it.status, status, now);
  it.status = status;
  it.updatedAt = now;
  noteChange(mover, changes);
}

/** Has it stored. */
export function noteChange(mover: Mover, changes: Changes): void {
  if (mover.type === 'payment') changes.changedPayments.add(mover.it);
  else changes.changedTransfers.add(mover.it);
}

/** What failed or was canceled counts no more, where its day or month is not over. */
export function giveBackSpending({ type, it }: Mover, now: Date, state: State, changes: Changes): void {
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
export function askApproval(
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
    record(changes, 'approval', id, null, 'pending', now);
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
  record(changes, 'approval', approval.id, approval.status, status, by.now);
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
