import type { Context } from '../context.ts';
import { fault } from '../errors.ts';
import type { PurserError } from '../errors.ts';
import type { Id } from '../lib/id.ts';
import { findApproval } from './queries.ts';
import type { ApprovalRow } from './queries.ts';

/** One approval. Throws `approval_not_found` for all that the caller's party has no part in, existing or not. */
export async function getApproval(ctx: Context, id: Id<'apr'>): Promise<ApprovalRow> {
  const approval = await findApproval(ctx.db, ctx.actor.partyId, id);
  if (!approval) throw approvalNotFound();
  return approval;
}

/** 404. */
export function approvalNotFound(): PurserError {
  return fault('approval_not_found', 'There is no such approval.', { parameter: 'approvalId' });
}
