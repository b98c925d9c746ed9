import { termsOf } from './view.ts';
import type { Change } from '../../engine/model/journal.ts';
import { changesBetween } from '../../terms/changes.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { fault } from '../../errors.ts';
import type { ApprovalPolicy } from '../../engine/model/state.ts';
import { recordOperatorAct } from '../../engine/plain-writes/record-audit.ts';
import { requireFreshOwner } from '../../http/require-fresh.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { formatMoney } from '../../lib/money.ts';
import { type Decider, lockDeciders } from '../members/deciders.ts';
import { present } from './get.ts';
import { lockSpending, type PartyRow, updateApprovalPolicy } from './queries.ts';

/**
 * Changes who approves for the actor's party. Waits for decisions in progress; later ones keep to the new policy. Throws
 * `sign_in_required` and `forbidden` for everybody but an owner who has just signed in, and `conflict` if too few users
 * may decide.
 */
export async function setApprovalPolicy(ctx: Context, policy: ApprovalPolicy): Promise<void> {
  const { partyId } = ctx.actor;
  let deciders: readonly Decider[] = [];
  const lockFirst = async (tx: Queryable): Promise<void> => {
    deciders = await lockDeciders(tx, partyId);
  };
  const keyed = { route: 'POST /account/approvals', attributes: {}, idempotency: null };
  await write({ ...ctx, keyed }, { targetId: partyId, lockFirst }, async (tx, now) => {
    requireFreshOwner(ctx);
    const changes = changesOf(await change(tx, deciders, { partyId, now, policyOf: () => policy }));
    return { response: { status: 200, body: {} }, changes };
  });
}

/**
 * Does the same for the operator, with a line in the party's audit log that names the operator. `policyOf` gets the
 * party as it is. Returns the party afterwards. In the caller's transaction.
 */
export async function setApprovalPolicyByOperator(
  tx: Queryable,
  asked: Asked & { operator: string },
): Promise<PartyRow> {
  const { partyId, operator, now } = asked;
  const changed = await change(tx, await lockDeciders(tx, partyId), asked);
  const act = { partyId, operator, now, action: 'approval policy', targetId: partyId };
  await recordOperatorAct(tx, { ...act, changes: changesOf(changed) });
  return changed.after;
}

function changesOf({ before, after }: Changed): Change[] {
  return changesBetween(termsOf(before), termsOf(after));
}

type Asked = { partyId: Id<'pty'>; policyOf: (party: PartyRow) => ApprovalPolicy; now: Date };

type Changed = { before: PartyRow; after: PartyRow };

/** The transaction must have locked the members. */
async function change(
  tx: Queryable,
  deciders: readonly Decider[],
  { partyId, policyOf, now }: Asked,
): Promise<Changed> {
  const before = present(await lockSpending(tx, partyId));
  const policy = policyOf(before);
  requireDeciders(deciders, policy, before);
  return { before, after: present(await updateApprovalPolicy(tx, { ...policy, partyId, now })) };
}

/** Throws `conflict` if the policy is new and fewer users than it asks could keep to it. */
function requireDeciders(
  deciders: readonly Decider[],
  { approveBy, twoAbove }: ApprovalPolicy,
  before: ApprovalPolicy,
): void {
  if (approveBy === before.approveBy && twoAbove === before.twoAbove) return;
  if (approveBy === 'any' && twoAbove === null) return;
  const able = deciders.filter(({ email }) => approveBy === 'any' || email !== null);
  if (able.length >= (twoAbove === null ? 1 : 2)) return;
  const signedIn = approveBy === 'session' ? ', each with an address to sign in by' : '';
  throw fault(
    'conflict',
    twoAbove === null
      ? 'No user who may decide for the party has an address to sign in by.'
      : `Fewer than two users may decide for the party: make another one an owner, an admin or an approver first${signedIn}.`,
  );
}

/** Returns a policy in words. */
export function policyText({ approveBy, twoAbove, currency }: ApprovalPolicy & { currency: string }): string {
  const by = approveBy === 'any' ? 'any key or session' : 'sessions only';
  const two =
    twoAbove === null ? 'one user' : `two users above ${formatMoney({ amount: twoAbove, currency })}`;
  return `${by}, ${two}`;
}
