import type { ApprovalPolicy } from '../../src/engine/model/state.ts';
import type { Moment } from './histories.ts';
import { shop } from './world.ts';

type Decision = Extract<Moment['command'], { kind: 'decideApproval' }>;

/** Returns what an approval for the shop breaks of the shop's policy, in words. */
export function brokenPolicy({ before, command, after }: Moment): string[] {
  const [outcome] = after.outcomes;
  const policy = before.parties.get(shop);
  const isApproval =
    command.kind === 'decideApproval' && command.verdict === 'approve' && command.actor.partyId === shop;
  if (!isApproval || !outcome?.done || outcome.replayed || !policy) return [];
  const byKey = policy.approveBy === 'session' && !command.isSignedIn ? ['a key approved'] : [];
  return [...byKey, ...brokenByTwo({ before, after }, command, policy)];
}

function brokenByTwo(
  { before, after }: Pick<Moment, 'before' | 'after'>,
  { approvalId, target, madeByAgentKey }: Decision,
  { twoAbove, approveBy, defaultCurrency }: ApprovalPolicy & { defaultCurrency: string },
): string[] {
  const approval = [...after.changes.changedApprovals].find(({ id }) => id === approvalId);
  const record = before.payments.get(target.id) ?? before.transfers.get(target.id);
  if (!approval || !record || twoAbove === null) return [];
  if (record.currency === defaultCurrency && record.amount <= twoAbove) return [];
  const { status, firstDecidedBy, decidedBy, ofParty, firstSignedIn } = approval;
  const isGiven = status === 'approved';
  const isOne = firstDecidedBy === null || (isGiven && firstDecidedBy === decidedBy);
  const byMaker = [firstDecidedBy, decidedBy].includes(record.userId) && (!madeByAgentKey || ofParty);
  const firstByKey = isGiven && approveBy === 'session' && firstSignedIn !== true;
  return [
    ...(isOne ? ['one user approved alone'] : []),
    ...(byMaker ? ['a maker approved'] : []),
    ...(firstByKey ? ['the first approved by a key'] : []),
  ];
}
