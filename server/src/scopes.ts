/** The scopes that a key can have. The route line of each endpoint names the scope that it requires. */
export const scopes = [
  'payments.read',
  'payments.create',
  'wallets.read',
  'wallets.fund',
  'wallets.withdraw',
  'wallets.update',
  'external_accounts.read',
  'external_accounts.create',
  'external_accounts.delete',
  'agents.read',
  'agents.create',
  'agents.update',
  'agents.delete',
  'delegations.read',
  'delegations.create',
  'delegations.update',
  'delegations.delete',
  'invite.read',
  'invite.create',
  'invite.delete',
  'api_keys.read',
  'api_keys.create',
  'api_keys.delete',
  'approvals.decide',
  'webhooks.read',
  'webhooks.create',
  'webhooks.update',
  'webhooks.delete',
  'party.read',
  'party.update',
  'audit.read',
] as const;

export type Scope = (typeof scopes)[number];

export const agentKeyScopes: readonly Scope[] = ['payments.create', 'payments.read'];

/** The permissions that a customer can grant. */
export const permissions = [
  'payments.create',
  'payments.read',
  'wallets.read',
  'wallets.update',
  'external_accounts.create',
  'party.read',
  'party.update',
] as const;
export type Permission = (typeof permissions)[number];
