import type { Resource } from '../http/envelope.ts';
import { publicId } from '../lib/id.ts';
import { isoMillis } from '../lib/time.ts';
import type { ApprovalRow } from './queries.ts';

export function approvalResource(row: ApprovalRow): Resource {
  return {
    type: 'approval',
    id: publicId('apr', row.id),
    attributes: {
      status: row.status,
      target: { type: row.targetType, id: publicId('pay', row.targetId) },
      reasons: row.reasons,
      createdAt: isoMillis(row.createdAt),
      updatedAt: isoMillis(row.updatedAt),
      resolvedAt: row.resolvedAt && isoMillis(row.resolvedAt),
    },
  };
}
