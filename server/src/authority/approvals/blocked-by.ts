import type { LastingReason } from '../../engine/model/agent-rules.ts';
import { counterpartyOf, toAccount } from '../../engine/model/counterparty.ts';
import { lastingBreaches } from '../../engine/rules/broken-rules.ts';
import { ruleSetOf } from '../../engine/rules/judge.ts';
import type { Id } from '../../lib/id.ts';
import type { ApprovalRow } from './queries.ts';

/** A rule that refuses, and the party that has set it. */
export type Blocking = Pick<LastingReason, 'type'> & { ownerId: Id<'pty'> };

/** Returns which rules, as they are now, refuse what waits: while they do, nobody can approve it. Empty if none does. */
export function blockedBy({ agentId, judged }: ApprovalRow): Blocking[] {
  if (agentId === null || judged === null) return [];
  const { ownerId, customerId, currency, payeePartyId: partyId, addresses } = judged;
  const counterparty = counterpartyOf(judged);
  const to = counterparty
    ? { counterparty, partyId }
    : judged.externalAccountId && toAccount(judged.externalAccountId);
  const history = { addresses: new Map(partyId && addresses ? [[partyId, addresses]] : []) };
  return [
    ...ruleSetOf({ owner: ownerId, setOn: 'agent' }, agentId, judged.rules),
    ...ruleSetOf({ owner: customerId, setOn: 'grant' }, agentId, judged.grantRules),
  ].flatMap((ruleSet) =>
    lastingBreaches(ruleSet, { currency, to, history }).map(({ type }) => ({
      type,
      ownerId: ruleSet.owner,
    })),
  );
}
