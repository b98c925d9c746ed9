import { related } from '../../http/envelope.ts';
import { feeToJson } from '../../terms/fee.ts';
import type { Approval } from '../../engine/model/records.ts';
import { type Id, publicId } from '../../lib/id.ts';
import { isoMillis, isoSeconds } from '../../lib/time.ts';
import type { ApprovalRow } from './queries.ts';
import type { ApprovalResource } from './resource.ts';

export function approvalResource(row: ApprovalRow): ApprovalResource {
  const id = row.targetId as string;
  return {
    type: 'approval',
    id: publicId('apr', row.id),
    attributes: {
      status: row.status,
      target:
        row.targetType === 'payment'
          ? { type: 'payment', id: publicId('pay', id as Id<'pay'>) }
          : { type: 'withdrawal', id: publicId('trf', id as Id<'trf'>) },
      reasons: row.reasons,
      ...feeToJson(row),
      createdAt: isoMillis(row.createdAt),
      updatedAt: isoMillis(row.updatedAt),
      resolvedAt: row.resolvedAt && isoSeconds(row.resolvedAt),
    },
    relationships: { initiatorAgent: related('agent', 'agt', row.agentId) },
  };
}

/** Returns an approval of the engine as a resource, with the agent and the fee of its payment or withdrawal. */
export function decidedApproval(
  { target, ...approval }: Approval,
  { agentId, fee }: Pick<ApprovalRow, 'agentId' | 'fee'>,
): ApprovalResource {
  return approvalResource({ ...approval, agentId, fee, targetType: target.type, targetId: target.id });
}
