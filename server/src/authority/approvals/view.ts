import { related } from '../../http/envelope.ts';
import { feeToJson } from '../../terms/fee.ts';
import { type Acquaintance, payeeToJson } from '../../terms/payee.ts';
import type { Acquainted } from '../counterparties/acquaintance.ts';
import { type Approval, reasonsFor, type Viewer } from '../../engine/model/records.ts';
import { type Id, publicId } from '../../lib/id.ts';
import { isoMillis, isoSeconds } from '../../lib/time.ts';
import { blockedBy } from './blocked-by.ts';
import type { ApprovalRow, DecisionFacts, DecisionRow } from './queries.ts';
import type { ApprovalResource } from './resource.ts';

export function approvalResource(row: Acquainted<ApprovalRow>, viewer: Viewer): ApprovalResource {
  const id = row.targetId as string;
  const blocking = blockedBy(row).map(({ type, ownerId }) => ({ type, partyId: publicId('pty', ownerId) }));
  return {
    type: 'approval',
    id: publicId('apr', row.id),
    attributes: {
      status: row.status,
      target:
        row.targetType === 'payment'
          ? { type: 'payment', id: publicId('pay', id as Id<'pay'>) }
          : { type: 'withdrawal', id: publicId('trf', id as Id<'trf'>) },
      deciderPartyId: publicId('pty', row.deciderPartyId),
      reasons: reasonsFor(viewer, row),
      payee: payeeToJson(row),
      ...feeToJson(row),
      createdAt: isoMillis(row.createdAt),
      updatedAt: isoMillis(row.updatedAt),
      resolvedAt: row.resolvedAt && isoSeconds(row.resolvedAt),
      blockedBy: blocking.length > 0 ? blocking : null,
      decidedBy: decidedBy(row),
    },
    relationships: { initiatorAgent: related('agent', 'agt', row.agentId) },
  };
}

function decidedBy(row: ApprovalRow): ApprovalResource['attributes']['decidedBy'] {
  const { status, first, firstDecidedAt, decision, resolvedAt } = row;
  const all = [
    ...decided(first, firstDecidedAt),
    ...(status === 'pending' ? [] : decided(decision, resolvedAt)), // of an event: what its batch did later
  ];
  return all.length > 0 ? all : null;
}

function decided(decision: DecisionRow | null, at: Date | null) {
  if (!decision || !at) return [];
  const { userId, credentialId, invitedByMaker } = decision;
  const who = { userId: publicId('usr', userId), credentialId: publicId('apy', credentialId) };
  return [{ ...who, at: isoSeconds(at), invitedByMaker }];
}

/** Returns an approval as the engine has decided it, with what the engine does not know of it, for the party that decides. */
export function decidedApproval(
  { target, ...approval }: Approval,
  known: Pick<ApprovalRow, 'fee'> &
    Pick<DecisionFacts, 'invitedByMaker'> & { acquaintance: Acquaintance | null },
  viewer: Viewer,
): ApprovalResource {
  const { fee, invitedByMaker, acquaintance } = known;
  const { decidedBy: by, decidedWith, firstDecidedBy, firstDecidedWith } = approval;
  const who = (userId: Id<'usr'> | null, credentialId: Id<'apy'> | null): DecisionRow | null =>
    userId && credentialId && { userId, credentialId, invitedByMaker: invitedByMaker.includes(userId) };
  const about = { targetType: target.type, targetId: target.id, fee, judged: null, acquaintance };
  const decisions = { decision: who(by, decidedWith), first: who(firstDecidedBy, firstDecidedWith) };
  return approvalResource({ ...approval, ...about, ...decisions }, viewer);
}
