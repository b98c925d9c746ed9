import { isDeepStrictEqual } from 'node:util';
import type { Context, WriteContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { ruleNames } from '../../engine/model/agent-rules.ts';
import { setUpRuleHistory } from '../../engine/plain-writes/set-up-rule-history.ts';
import { type Fault, PurserError } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { requireMayGive } from '../../http/permission.ts';
import type { Permission } from '../../scopes.ts';
import { changedLimits, noLimits } from '../../terms/limits.ts';
import { changedRules } from '../../terms/rules.ts';
import type { Id } from '../../lib/id.ts';
import { requireListedParties } from '../../identity/parties/listed-parties.ts';
import { changeGiven, recordUpdate } from './change.ts';
import { changeGrant, type GrantRow } from './grants/queries.ts';
import { changeDelegation } from './queries.ts';
import type { UpdateDelegationAttributes } from './schema.ts';
import type { WholeDelegation } from './view.ts';

/**
 * Changes what a delegation that the actor's party gave permits, as a whole and to single agents. Waits for payments
 * under it that are in progress; later ones see the change. Throws `delegation_not_found`, `forbidden`, `conflict`,
 * `invalid_value` for an agent without an active grant, one named twice, and permissions beyond the delegation's, and
 * like `requireMayGive` if it widens anything: also if it lifts a limit, or changes a rule other than by adding it.
 */
export function updateDelegation(
  ctx: WriteContext,
  id: Id<'dlg'>,
  attributes: UpdateDelegationAttributes,
): Promise<HttpResponse> {
  return changeGiven(ctx, id, async (tx, delegation, now) => {
    await change({ actor: ctx.actor, now }, tx, delegation, attributes);
    return null;
  });
}

async function change(
  { actor, now }: Pick<Context, 'actor'> & { now: Date },
  tx: Queryable,
  { grants, ...delegation }: WholeDelegation,
  attributes: UpdateDelegationAttributes,
): Promise<void> {
  const { permissions = delegation.permissions, agents = [] } = attributes;
  const faults: Fault[] = [];
  const changed = agents.map((entry, index): GrantRow | null => {
    const place = `/data/attributes/agents/${index}`;
    const grant = grants.find(({ agentId, status }) => agentId === entry.agentId && status === 'ACTIVE');
    const isRepeated = agents.slice(0, index).some(({ agentId }) => agentId === entry.agentId);
    if (!grant || isRepeated) {
      faults.push(
        invalid(
          `${place}/agentId`,
          '`agentId` must be an agent that has an active grant, and may appear only once.',
        ),
      );
      return null;
    }
    if (entry.permissions && !entry.permissions.every((each) => permissions.includes(each))) {
      faults.push(
        invalid(
          `${place}/permissions`,
          '`permissions` must be a subset of the `permissions` of the delegation.',
        ),
      );
    }
    const { perTransaction } = changedLimits(
      { ...noLimits, perTransaction: grant.perTransaction },
      entry.limits,
    );
    const rules = changedRules(grant.rules, entry.rules);
    const changes = { permissions: entry.permissions ?? grant.permissions, perTransaction, rules };
    return Object.assign({}, grant, changes);
  });
  const [first, ...others] = faults;
  if (first) throw new PurserError([first, ...others]);
  if (Object.keys(attributes).length === 0) return;
  for (const [index, { rules }] of agents.entries()) {
    await requireListedParties(tx, rules, `/data/attributes/agents/${index}/rules`);
  }
  requireMayGive(actor, [
    ...added(delegation.permissions, permissions),
    ...changed.flatMap((grant) => {
      const before = grants.find(({ agentId }) => agentId === grant?.agentId);
      return grant && before ? widened(before, grant) : [];
    }),
  ]);
  for (const grant of changed) {
    if (!grant) continue;
    await changeGrant(tx, { ...grant, now });
    const counted = { agentId: grant.agentId, ownerPartyId: delegation.customerId };
    await setUpRuleHistory(tx, counted, grant.rules, now);
  }
  const { id, status } = delegation;
  await changeDelegation(tx, { id, from: status, status, permissions, now });
  await recordUpdate(tx, delegation, now);
}

/** Returns what an agent may do by a grant that it could not do before, or less of. */
function widened(before: GrantRow, after: GrantRow): Permission[] {
  const { perTransaction: limit } = before;
  const isLifted = limit !== null && (after.perTransaction === null || after.perTransaction > limit);
  const isFreed = ruleNames.some((name) => {
    const rule = before.rules?.[name];
    return rule && !isDeepStrictEqual(rule, after.rules?.[name]);
  });
  return [
    ...added(before.permissions, after.permissions),
    ...(isLifted || isFreed ? (['payments.create'] as const) : []),
  ];
}

function added(before: readonly Permission[], after: readonly Permission[]): Permission[] {
  return after.filter((each) => !before.includes(each));
}

function invalid(pointer: string, detail: string): Fault {
  return { code: 'invalid_value', detail, source: { pointer } };
}
