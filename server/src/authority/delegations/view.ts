import type { Limits } from '../../engine/model/state.ts';
import { limitsToJson } from '../../terms/limits.ts';
import { rulesToJson } from '../../terms/rules.ts';
import { type Id, publicId } from '../../lib/id.ts';
import { isoSeconds } from '../../lib/time.ts';
import type { GrantRow } from './grants/queries.ts';
import type { DelegationRow } from './queries.ts';
import type { DelegationResource } from './resource.ts';

export type WholeDelegation = DelegationRow & { grants: readonly GrantRow[] };

/** Returns what the audit log tells of a change of a delegation. */
export function termsOf({
  status,
  permissions,
  grants,
}: Pick<WholeDelegation, 'status' | 'permissions' | 'grants'>) {
  const agents = grants.map((grant) => [publicId('agt', grant.agentId), grantTermsOf(grant)] as const);
  return { status, permissions, agents: Object.fromEntries(agents) };
}

type Granted = Pick<GrantRow, 'status' | 'permissions' | 'rules'> & Limits;

function grantTermsOf(grant: Granted) {
  const { status, permissions, rules } = grant;
  return { status, permissions, limits: limitsToJson(grant), rules: rulesToJson(rules) };
}

export function delegationResource(row: WholeDelegation, viewer: Id<'pty'>): DelegationResource {
  return {
    type: 'delegation',
    id: publicId('dlg', row.id),
    attributes: {
      direction: row.customerId === viewer ? 'given' : 'received',
      status: row.status,
      permissions: row.permissions,
      agents: row.grants.map((grant) => ({
        agentId: publicId('agt', grant.agentId),
        name: grant.agentName,
        status: grant.status,
        permissions: grant.permissions,
        limits: limitsToJson(grant),
        rules: rulesToJson(grant.rules),
      })),
      createdAt: isoSeconds(row.createdAt),
      updatedAt: isoSeconds(row.updatedAt),
    },
    relationships: {
      customer: party(row.customerId, row.customerName),
      delegate: party(row.delegateId, row.delegateName),
    },
  };
}

function party(id: Id<'pty'>, name: string): DelegationResource['relationships']['customer'] {
  return { data: { type: 'party', id: publicId('pty', id), attributes: { name } } };
}
