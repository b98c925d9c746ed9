import { within } from '../db/tx.ts';
import type { UnderWay } from '../identity/under-way/resource.ts';
import { setFrozenByOperator } from '../identity/parties/freeze/operator.ts';
import { suspendByOperator } from '../authority/agents/operator/suspend.ts';
import { parseId, publicId } from '../lib/id.ts';
import { withinLine } from '../lib/text.ts';
import {
  becauseRule,
  idRule,
  operatorRule,
  operatorUsage,
  readOptions,
  reasonRule,
  reasonUsage,
  requireRules,
  systemUser,
} from './read-options.ts';
import { asUsage, type Command, UsageError } from './run.ts';
import { printLines } from './table.ts';

export const freezeUsage = `Usage: npm run admin -- freeze PARTY --reason TEXT

Stops all money that leaves a party, at once and on all servers. Only you lift this freeze, whatever the party's own people
and keys do. Money still arrives, and what is under way can be denied and canceled. Recorded in its audit log.

  PARTY             the party, pty_…
  ${reasonUsage}
  ${operatorUsage}`;

export const unfreezeUsage = `Usage: npm run admin -- unfreeze PARTY [--reason TEXT]

Lifts your freeze of a party. If its own people have frozen it too, it stays frozen until they lift theirs. Recorded in
its audit log.

  PARTY             the party, pty_…
  ${reasonUsage}
  ${operatorUsage}`;

export const suspendAgentUsage = `Usage: npm run admin -- suspend-agent AGENT [--reason TEXT]

Stops an agent, at once and on all servers: it pays nothing, and nothing that it has asked for is approved. People of its
party may resume it; if they must not, freeze the party. Recorded in the audit log of the party.

  AGENT             the agent, agt_…
  ${reasonUsage}
  ${operatorUsage}`;

/** Returns the command `freeze` with these arguments. Throws UsageError. */
export function prepareFreeze(args: readonly string[]): Command {
  return prepare(args, true);
}

/** Returns the command `unfreeze` with these arguments. Throws UsageError. */
export function prepareUnfreeze(args: readonly string[]): Command {
  return prepare(args, false);
}

function prepare(args: readonly string[], isFrozen: boolean): Command {
  const usage = isFrozen ? freezeUsage : unfreezeUsage;
  const values = readOptions(args, ['reason', 'operator'] as const, usage, { positions: ['party'] });
  const { party = '', reason: because, operator = systemUser() } = values;
  const partyId = parseId('pty', party);
  requireRules(
    [
      idRule('PARTY', 'pty', partyId),
      isFrozen ? reasonRule(because ?? '') : becauseRule(because),
      operatorRule(operator),
    ],
    usage,
  );
  return async ({ client }) => {
    if (!partyId) throw new UsageError(usage);
    const asked = { partyId, isFrozen, operator, because };
    const done = await asUsage(() => within(client, (tx) => setFrozenByOperator(tx, asked)));
    const { name, status, frozenBy } = done.party;
    const state = status === 'FROZEN' ? `frozen by ${frozenBy.join(' and ')}` : 'not frozen';
    const before = done.isNew ? '' : '; it was so before';
    printLines([`party ${party}  ${withinLine(name)}  ${state}${before}`, ...underWayLines(done.underWay)]);
    return 0;
  };
}

/** Returns the command `suspend-agent` with these arguments. Throws UsageError. */
export function prepareSuspendAgent(args: readonly string[]): Command {
  const values = readOptions(args, ['reason', 'operator'] as const, suspendAgentUsage, {
    positions: ['agent'],
  });
  const { agent: id = '', reason: because, operator = systemUser() } = values;
  const agentId = parseId('agt', id);
  requireRules(
    [idRule('AGENT', 'agt', agentId), becauseRule(because), operatorRule(operator)],
    suspendAgentUsage,
  );
  return async ({ client }) => {
    if (!agentId) throw new UsageError(suspendAgentUsage);
    const asked = { agentId, operator, because };
    const { agent, isNew, underWay } = await asUsage(() =>
      within(client, (tx) => suspendByOperator(tx, asked)),
    );
    const of = `of party ${publicId('pty', agent.partyId)}`;
    const before = isNew ? '' : '; it was so before';
    printLines([
      `agent ${id}  ${withinLine(agent.name)}  suspended${before}  ${of}`,
      ...underWayLines(underWay),
    ]);
    return 0;
  };
}

/** Says what goes on unless somebody cancels it. */
function underWayLines({ withdrawals, reviews, claims }: UnderWay): string[] {
  const counts = [
    `${withdrawals.count} withdrawals at the bank`,
    `${reviews.count} in review`,
    `${claims.count} to be claimed`,
  ];
  return [`under way: ${counts.join(', ')}`];
}
