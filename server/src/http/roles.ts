import type { UserRole } from '../engine/model/actor.ts';
import { type Scope, scopes } from '../scopes.ts';

/** What a member of a party is. docs/security.md says what each may do. */
export const roles = ['OWNER', 'ADMIN', 'APPROVER', 'MEMBER'] as const satisfies readonly UserRole[];
export type Role = UserRole;

const memberScopes: readonly Scope[] = [
  'payments.read',
  'payments.create',
  'wallets.read',
  'external_accounts.read',
  'agents.read',
  'delegations.read',
  'invite.read',
  'api_keys.read',
  'party.read',
];

// Decides and reads everything, and changes nothing.
const approverScopes: readonly Scope[] = scopes.filter(
  (scope) => scope === 'approvals.decide' || scope.endsWith('.read'),
);

const scopesOf = {
  OWNER: scopes,
  ADMIN: scopes,
  APPROVER: approverScopes,
  MEMBER: memberScopes,
} as const satisfies Record<Role, readonly Scope[]>;

/** Returns the scopes that keys of a member with this role may have at most. */
export function scopesOfRole(role: Role): readonly Scope[] {
  return scopesOf[role];
}

export function rolesWith(scope: Scope): Role[] {
  return roles.filter((role) => scopesOfRole(role).includes(scope));
}
