import type { UserRole } from '../engine/model/actor.ts';
import { type Scope, scopes } from '../scopes.ts';

/** What a member of a party is. docs/security.md says what each may do. */
export const roles = ['OWNER', 'ADMIN', 'MEMBER'] as const satisfies readonly UserRole[];
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

/** Returns the scopes that keys of a member with this role may have at most. */
export function scopesOfRole(role: Role): readonly Scope[] {
  return role === 'MEMBER' ? memberScopes : scopes;
}

export function rolesWith(scope: Scope): Role[] {
  return roles.filter((role) => scopesOfRole(role).includes(scope));
}
