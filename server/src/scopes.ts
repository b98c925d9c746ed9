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

/**
 * What a person lets a program do, by the names that OAuth asks with. docs/security.md explains each. `full_access` is for
 * the command line only.
 */
export const oauthScopes = [
  'payments:read',
  'payments:move',
  'customers:invite',
  'external-accounts:link',
  'agents:operate',
  'full_access',
] as const;
export type OauthScope = (typeof oauthScopes)[number];

/** The two parts of this server that a program may ask for; a token of one is nothing at the other. */
export const oauthResources = ['mcp', 'api'] as const;
export type OauthResource = (typeof oauthResources)[number];

const given: Readonly<Record<OauthScope, readonly Scope[]>> = {
  'payments:read': ['payments.read', 'wallets.read', 'delegations.read', 'external_accounts.read'],
  'payments:move': ['payments.create', 'wallets.fund', 'wallets.withdraw'],
  'customers:invite': ['delegations.create'],
  'external-accounts:link': ['external_accounts.create'],
  'agents:operate': [],
  full_access: scopes,
};

/** What each lets a program do, as the person reads it who is asked. */
export const oauthScopeWords: Readonly<Record<OauthScope, string>> = {
  'payments:read': 'See payments, wallets, customers and bank accounts',
  'payments:move': 'Pay, and as yourself also deposit and withdraw',
  'customers:invite': 'Invite customers',
  'external-accounts:link': 'Add bank accounts',
  'agents:operate': 'Act as any agent of your party',
  full_access: 'Do whatever you may do here, approving payments included',
};

/** Returns the scopes of OAuth that a request asks for, without names that this server does not know. */
export function oauthScopesIn(asked: unknown): OauthScope[] {
  const names = typeof asked === 'string' ? asked.split(' ') : [];
  return oauthScopes.filter((scope) => names.includes(scope));
}

/** Returns the scopes of the API that a grant gives to a program that acts as a user; its role may take some away. */
export function scopesOfUserGrant(granted: readonly OauthScope[]): Scope[] {
  const all = new Set(granted.flatMap((name) => given[name]));
  return scopes.filter((scope) => all.has(scope));
}

/** Returns the scopes of the API that a grant gives to a program that acts as an agent: never more than agents have. */
export function scopesOfAgentGrant(granted: readonly OauthScope[]): Scope[] {
  const all = new Set(granted.flatMap((name) => given[name]));
  return agentKeyScopes.filter((scope) => all.has(scope));
}

/** Returns whether a grant lets a program name an agent of the party as the one that acts. */
export function namesAgents(granted: readonly string[]): boolean {
  return granted.includes('agents:operate') || granted.includes('full_access');
}

/** Returns whether money may move under a grant: a person gives it right after a sign-in only. */
export function movesMoney(granted: readonly OauthScope[]): boolean {
  return scopesOfUserGrant(granted).some((scope) => movingScopes.has(scope));
}

const movingScopes: ReadonlySet<Scope> = new Set(['payments.create', 'wallets.fund', 'wallets.withdraw']);
