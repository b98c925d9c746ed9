/** What a key may be allowed to do. Which endpoint needs which is said on its route line. */
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
] as const;

export type Scope = (typeof scopes)[number];

/** What every agent key may do for its own party. */
export const agentKeyScopes: readonly Scope[] = ['payments.create', 'payments.read'];
