import { isDeepStrictEqual } from 'node:util';
import type { Context, WriteContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { ruleNames } from '../../engine/model/agent-rules.ts';
import { noLimits } from '../../engine/model/state.ts';
import { type PastSpending, sumPastSpending } from '../../engine/plain-writes/count-limits.ts';
import { enqueueTask } from '../../engine/plain-writes/enqueue-task.ts';
import { setUpRuleHistory } from '../../engine/plain-writes/set-up-rule-history.ts';
import { type Fault, PurserError } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { requireFreshSignIn } from '../../http/require-fresh.ts';
import { requireMayGive } from '../../http/permission.ts';
import type { Permission } from '../../scopes.ts';
import { changedLimits, isWidened } from '../../terms/limits.ts';
import { changedRules } from '../../terms/rules.ts';
import type { Id } from '../../lib/id.ts';
import { requireListed } from '../../identity/parties/listed-counterparties.ts';
import { mostAtOnce } from '../../terms/most-at-once.ts';
import { cancelReviewed } from './cancel-reviewed.ts';
import { changeGiven, recordUpdate } from './change.ts';
import { countGrant, grantOwner } from './grants/count.ts';
import { changeGrant, type GrantRow, lockGrantedAgents } from './grants/queries.ts';
import { changeDelegation } from './queries.ts';
import { endGrants } from './revoke.ts';
import type { UpdateDelegationAttributes } from './schema.ts';
import type { WholeDelegation } from './view.ts';

/**
 * Changes what a delegation that the actor's party gave permits, as a whole and to single agents. Waits for payments
 * under it that are in progress; later ones see the change. Throws `delegation_not_found`, `forbidden`, `conflict`,
 * `invalid_value` for an agent whose grant is revoked or that has none, one named twice, and permissions beyond the
 * delegation's, and like `requireMayGive` if it widens anything: also if it lifts a limit, resumes an agent, or changes a
 * rule other than by adding it; `sign_in_required` for a browser session that lifts a
 * limit.
 */
export async function updateDelegation(
  ctx: WriteContext,
  id: Id<'dlg'>,
  attributes: UpdateDelegationAttributes,
): Promise<HttpResponse> {
  const { actor } = ctx;
  const agents = attributes.agents?.filter(({ limits }) => limits !== undefined) ?? [];
  const past = new Map<Id<'agt'>, PastSpending | null>();
  const response = await changeGiven(
    ctx,
    id,
    async (tx, delegation, now) => {
      await change({ ctx, past, now }, tx, delegation, attributes);
      return null;
    },
    async (tx, now) => {
      for (const { agentId, limits } of agents) {
        const owner = grantOwner({ agentId, customerId: actor.partyId });
        past.set(agentId, await sumPastSpending(tx, owner, changedLimits(noLimits, limits), now));
      }
      const agentIds = agents.map(({ agentId }) => agentId);
      if (agentIds.length > 0) await lockGrantedAgents(tx, { partyId: actor.partyId, id, agentIds });
    },
  );
  if (attributes.agents?.some(({ status }) => status === 'REVOKED')) await cancelReviewed(ctx, id);
  return response;
}

type Changing = {
  ctx: Context;
  /** What agents have spent of the customer's money: of those whose limits change, null without one per day or month. */
  past: ReadonlyMap<Id<'agt'>, PastSpending | null>;
  now: Date;
};

async function change(
  { ctx, past, now }: Changing,
  tx: Queryable,
  { grants, ...delegation }: WholeDelegation,
  attributes: UpdateDelegationAttributes,
): Promise<void> {
  const { actor } = ctx;
  const { permissions = delegation.permissions, agents = [] } = attributes;
  const changed = changedGrants(grants, agents, permissions);
  if (Object.keys(attributes).length === 0) return;
  for (const [index, { rules }] of agents.entries()) {
    await requireListed(tx, actor.partyId, rules, `/data/attributes/agents/${index}/rules`);
  }
  const given = changed.flatMap((grant) => {
    const before = grants.find(({ agentId }) => agentId === grant.agentId);
    return before ? [{ before, grant }] : [];
  });
  requireMayGive(actor, [
    ...added(delegation.permissions, permissions),
    ...given.flatMap(({ before, grant }) => widened(before, grant)),
  ]);
  if (given.some(({ before, grant }) => isWidened(before, grant)))
    for (const { grant } of given) requireFreshSignIn(ctx, mostAtOnce(grant));
  const ended = changed.filter((grant) => grant.status === 'REVOKED').map(({ agentId }) => agentId);
  for (const grant of changed) {
    const { agentId } = grant;
    if (grant.status === 'REVOKED') continue;
    const { customerId } = delegation;
    await changeGrant(tx, { ...grant, now });
    const spent = past.get(agentId);
    if (spent !== undefined) await countGrant(tx, { agentId, customerId }, grant, spent);
    await setUpRuleHistory(tx, { agentId, ownerPartyId: customerId }, grant.rules, now);
  }
  const { id, status } = delegation;
  await changeDelegation(tx, { id, from: status, status, permissions, now });
  if (ended.length === 0) return recordUpdate(tx, delegation, now);
  for (const agentId of ended) await endGrants(tx, [delegation], agentId, now);
  await enqueueTask(tx, 'expire');
}

/**
 * Returns the grants that are named as they will be. Throws `invalid_value`, for everything that is wrong; for too many
 * limits by themselves.
 */
function changedGrants(
  grants: readonly GrantRow[],
  agents: NonNullable<UpdateDelegationAttributes['agents']>,
  permissions: readonly Permission[],
): GrantRow[] {
  const faults: Fault[] = [];
  const changed = agents.flatMap((entry, index): GrantRow[] => {
    const place = `/data/attributes/agents/${index}`;
    const grant = grants.find(({ agentId, status }) => agentId === entry.agentId && status !== 'REVOKED');
    const isRepeated = agents.slice(0, index).some(({ agentId }) => agentId === entry.agentId);
    if (!grant || isRepeated) {
      faults.push(
        invalid(
          `${place}/agentId`,
          '`agentId` must be an agent whose grant is not revoked, and may appear only once.',
        ),
      );
      return [];
    }
    if (entry.permissions && !entry.permissions.every((each) => permissions.includes(each))) {
      faults.push(
        invalid(
          `${place}/permissions`,
          '`permissions` must be a subset of the `permissions` of the delegation.',
        ),
      );
    }
    const limits = changedLimits(grant, entry.limits, `${place}/limits`);
    const rules = changedRules(grant.rules, entry.rules);
    const { status = grant.status, permissions: own = grant.permissions } = entry;
    const changes = { status, permissions: own, ...limits, rules };
    return [Object.assign({}, grant, changes)];
  });
  const [first, ...others] = faults;
  if (first) throw new PurserError([first, ...others]);
  return changed;
}

/** Returns what an agent may do by a grant that it could not do before, or less of. */
function widened(before: GrantRow, after: GrantRow): Permission[] {
  if (after.status === 'REVOKED') return [];
  const isLifted = isWidened(before, after);
  const isFreed = ruleNames.some((name) => {
    const rule = before.rules?.[name];
    return rule && !isDeepStrictEqual(rule, after.rules?.[name]);
  });
  const had = before.status === 'ACTIVE' || after.status !== 'ACTIVE' ? before.permissions : [];
  return [...added(had, after.permissions), ...(isLifted || isFreed ? (['payments.create'] as const) : [])];
}

function added(before: readonly Permission[], after: readonly Permission[]): Permission[] {
  return after.filter((each) => !before.includes(each));
}

function invalid(pointer: string, detail: string): Fault {
  return { code: 'invalid_value', detail, source: { pointer } };
}
