import { related } from '../../http/envelope.ts';
import { feeToJson } from '../../terms/fee.ts';
import { type Acquaintance, payeeToJson } from '../../terms/payee.ts';
import type { Acquainted } from '../counterparties/acquaintance.ts';
import { type Approval, reasonsFor } from '../../engine/model/records.ts';
import { type Id, publicId } from '../../lib/id.ts';
import { isoMillis, isoSeconds } from '../../lib/time.ts';
import { blockedBy } from './blocked-by.ts';
import type { ApprovalRow } from './queries.ts';
import type { ApprovalResource } from './resource.ts';

export function approvalResource(row: Acquainted<ApprovalRow>, viewer: Id<'pty'>): ApprovalResource {
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

function decidedBy({ decision, resolvedAt }: ApprovalRow): ApprovalResource['attributes']['decidedBy'] {
  if (!decision || !resolvedAt) return null;
  const { userId, credentialId, invitedByMaker } = decision;
  const who = { userId: publicId('usr', userId), credentialId: publicId('apy', credentialId) };
  return [{ ...who, at: isoSeconds(resolvedAt), invitedByMaker }];
}

/** Returns an approval as the engine has decided it, with what the engine does not know of it, for the party that decides. */
export function decidedApproval(
  { target, decidedBy: userId, decidedWith: credentialId, ...approval }: Approval,
  known: Pick<ApprovalRow, 'fee'> & { invitedByMaker: boolean; acquaintance: Acquaintance | null },
  viewer: Id<'pty'>,
): ApprovalResource {
  const { fee, invitedByMaker, acquaintance } = known;
  const decision = userId && credentialId && { userId, credentialId, invitedByMaker };
  const about = { targetType: target.type, targetId: target.id };
  return approvalResource({ ...approval, ...about, fee, decision, judged: null, acquaintance }, viewer);
}
