import { rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import type { ApprovalReason } from '../engine/changes.ts';
import type { Id } from '../lib/id.ts';

export type ApprovalRow = {
  id: Id<'apr'>;
  status: 'pending' | 'approved' | 'denied' | 'canceled';
  targetType: 'payment';
  targetId: Id<'pay'>;
  reasons: ApprovalReason[];
  createdAt: Date;
  updatedAt: Date;
  resolvedAt: Date | null;
};

const columns = `id, status, target_type AS "targetType", target_id AS "targetId", reasons, created_at AS "createdAt",
  updated_at AS "updatedAt", resolved_at AS "resolvedAt"`;

const before = statement<ApprovalRow>(
  'approvals_list',
  `(SELECT ${columns} FROM approvals WHERE payer_party_id = $1 AND status = $2 AND id < $3 ORDER BY id DESC LIMIT $4)
   UNION ALL
   (SELECT ${columns} FROM approvals WHERE initiator_party_id = $1 AND initiator_party_id <> payer_party_id
      AND status = $2 AND id < $3 ORDER BY id DESC LIMIT $4)
   ORDER BY id DESC LIMIT $4`,
);

/** Up to `count` approvals in a status that the party would pay for or initiated, below an id, newest first. */
export function listApprovalsBefore(
  db: Queryable,
  partyId: Id<'pty'>,
  status: ApprovalRow['status'],
  beforeId: string,
  count: number,
): Promise<ApprovalRow[]> {
  return rows(db, before, [partyId, status, beforeId, count]);
}
