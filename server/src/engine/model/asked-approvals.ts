import { plainId } from '../../db/sql.ts';
import { type Approval, type Viewer, withoutOthers } from './records.ts';

/** How long an approval may stay undecided. */
export const reviewTime_ms = 7 * 24 * 60 * 60 * 1000;

/** An approval for which a payment or withdrawal waits, as that shows it to who pays it and who asked for it. */
export type AskedApproval = Pick<
  Approval,
  'id' | 'deciderPartyId' | 'payerPartyId' | 'initiatorPartyId' | 'reasons'
> & {
  /** When it was requested, in ms since 1970. */
  askedAt_ms: number;
};

const none: readonly AskedApproval[] = [];

/** Returns the approvals that a payment or withdrawal of this batch waits for, as the reader who asked for it may see them. */
export function approvalsMadeWith(
  { id, status }: { id: string; status: string },
  approvals: readonly Approval[],
  viewer: Viewer,
): readonly AskedApproval[] {
  if (status !== 'IN_REVIEW') return none;
  return askedBy(viewer, approvals.filter(({ target }) => target.id === id).map(askedApproval));
}

/** Returns approvals without what an agent that reads its own only may not be told; all of them to everybody else. */
export function askedBy(
  { readsOwn }: Pick<Viewer, 'readsOwn'>,
  approvals: readonly AskedApproval[],
): readonly AskedApproval[] {
  if (!readsOwn) return approvals;
  return approvals.map((asked) => ({ ...asked, reasons: asked.reasons.map(withoutOthers) }));
}

/** Returns approvals as an agent that reads its own only may see them; null if it may see all of them. */
export function ownApprovals(approvals: readonly AskedApproval[]): readonly AskedApproval[] | null {
  const hidesSome = approvals.some(({ reasons }) =>
    reasons.some((reason) => withoutOthers(reason) !== reason),
  );
  return hidesSome ? askedBy({ readsOwn: true }, approvals) : null;
}

function askedApproval({ createdAt, ...approval }: Approval): AskedApproval {
  const { id, deciderPartyId, payerPartyId, initiatorPartyId, reasons } = approval;
  return { id, deciderPartyId, payerPartyId, initiatorPartyId, reasons, askedAt_ms: createdAt.getTime() };
}

/** Returns when an approval is over that nobody has decided on. */
export function expiryOf({ askedAt_ms }: AskedApproval): Date {
  return new Date(askedAt_ms + reviewTime_ms);
}

function selectAsked(target: string, condition: string): string {
  return `(SELECT json_agg(json_build_object('id', ${plainId('a.id')}, 'deciderPartyId', ${plainId('a.decider_party_id')},
      'payerPartyId', ${plainId('a.payer_party_id')}, 'initiatorPartyId', ${plainId('a.initiator_party_id')}, 'reasons', a.reasons,
      'askedAt_ms', (extract(epoch FROM a.created_at) * 1000)::int8) ORDER BY a.id)
    FROM approvals a WHERE a.target_id = ${target}.id AND ${condition})`;
}

/** Returns the SQL of the approvals for which a payment or withdrawal waits; null if it waits for none. */
export function approvalsOf(target: string): string {
  return `CASE ${target}.status WHEN 'IN_REVIEW' THEN ${selectAsked(target, "a.status = 'pending'")} END`;
}

/** Returns the SQL of those that were made with it: others may have been requested later. `isReviewed` says whether any were. */
export function approvalsMadeWithRow(target: string, isReviewed: string): string {
  return `CASE WHEN ${isReviewed} THEN ${selectAsked(target, `a.created_at = ${target}.created_at`)} END`;
}
