import { recorded } from '../../db/recorded.ts';
import type { Context } from '../../context.ts';
import { fault, type PurserError } from '../../errors.ts';
import { ownReader, readsOf } from '../../http/permission.ts';
import type { Id } from '../../lib/id.ts';
import type { Queryable } from '../../db/sql.ts';
import { acquaint, type Acquainted, acquaintOne, unacquainted } from '../counterparties/acquaintance.ts';
import {
  approvalAsRecorded,
  type ApprovalRow,
  findApproval,
  listReviews,
  type ReviewRow,
} from './queries.ts';
import { approvalResource } from './view.ts';

/** Returns an approval. Throws `approval_not_found` if there is none that the actor's party may see. */
export async function getApproval(ctx: Context, id: Id<'apr'>): Promise<Acquainted<ApprovalRow>> {
  const approval = await findApproval(ctx.db, ctx.actor.partyId, id);
  if (!approval || !readsOf(ctx.actor, approval.agentId)) throw approvalNotFound();
  return ownReader(ctx.actor) ? unacquainted(approval) : acquaintOne(ctx.db, ctx.actor.partyId, approval);
}

/** Returns the approvals with these ids that the party may see, with all that it has to know to decide. */
export async function readReviews(
  db: Queryable,
  partyId: Id<'pty'>,
  ids: ReadonlyArray<Id<'apr'>>,
): Promise<Array<Acquainted<ReviewRow>>> {
  return acquaint(db, partyId, await listReviews(db, partyId, ids));
}

export function approvalNotFound(): PurserError {
  return fault('approval_not_found', 'There is no such approval.', { parameter: 'approvalId' });
}

/** An approval as an event recorded it. Rules and names of today have no place in it. */
export const recordedApproval = recorded(approvalAsRecorded, async (row, { db, partyId, viewer, own }) => {
  const { acquaintance, ...approval } = own ? unacquainted(row) : await acquaintOne(db, partyId, row);
  const then = acquaintance && { ...acquaintance, namesake: null };
  return approvalResource({ ...approval, judged: null, acquaintance: then }, { ...viewer, partyId });
});
