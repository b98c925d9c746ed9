import { recorded } from '../../db/recorded.ts';
import type { Context } from '../../context.ts';
import { fault, type PurserError } from '../../errors.ts';
import type { Id } from '../../lib/id.ts';
import { approvalAsRecorded, type ApprovalRow, findApproval } from './queries.ts';
import { approvalResource } from './view.ts';

/** Returns an approval. Throws `approval_not_found` if there is none that the actor's party may see. */
export async function getApproval(ctx: Context, id: Id<'apr'>): Promise<ApprovalRow> {
  const approval = await findApproval(ctx.db, ctx.actor.partyId, id);
  if (!approval) throw approvalNotFound();
  return approval;
}

export function approvalNotFound(): PurserError {
  return fault('approval_not_found', 'There is no such approval.', { parameter: 'approvalId' });
}

/** An approval as an event recorded it. Rules of today have no place in it. */
export const recordedApproval = recorded(approvalAsRecorded, (row, { partyId }) =>
  approvalResource({ ...row, judged: null }, partyId),
);
