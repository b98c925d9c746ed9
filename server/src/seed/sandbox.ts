import { randomBytes } from 'node:crypto';
import { safeDefaults } from '../terms/agent-defaults.ts';
import { usualGuard } from '../terms/rules.ts';
import { mintAgentKey } from '../authority/agent-keys/mint.ts';
import { revokeAgent } from '../authority/agents/revoke.ts';
import { revokeApiKey } from '../identity/api-keys/revoke.ts';
import { delegate } from '../authority/delegations/delegate.ts';
import { grantOwner } from '../authority/delegations/grants/count.ts';
import { sumPastSpending } from '../engine/plain-writes/count-limits.ts';
import { type Limits, noLimits } from '../engine/model/state.ts';
import type { Queryable } from '../db/sql.ts';
import { openWallet } from '../engine/plain-writes/open-wallet.ts';
import type { AgentRules } from '../engine/model/agent-rules.ts';
import { endGrant } from '../identity/oauth-grants/end.ts';
import { giveGrant } from '../identity/oauth-grants/give.ts';
import { type Id, newId, publicId } from '../lib/id.ts';
import { addMember } from '../identity/members/add.ts';
import { scopes } from '../scopes.ts';
import { fund, makeAccount, makeAgent, makeKey, makeParty, type PartyIds } from './make.ts';

// Minor units of USD, unless another currency is named.
const limits = {
  main: 1_000_000_000n,
  limited: 10_000n,
  traveling: {
    perTransaction: 20_000n,
    perDay: 50_000n,
    perMonth: 200_000n,
    currencyLimits: { EUR: { perTransaction: 15_000, perMonth: 100_000 } },
  },
  customer: { perTransaction: 5_000n },
  restricted: { perTransaction: 5_000n, perDay: 10_000n, perMonth: 50_000n },
} satisfies Record<string, bigint | Partial<Limits>>;

const rules: AgentRules = {
  duplicates: usualGuard,
  paymentsPerHour: { max: 20, onBreach: 'refuse' },
};

const profiles = {
  main: { type: 'ORG', name: 'Main Street Books', email: 'main@sandbox.purser.test' },
  customer: { type: 'PERSON', name: 'Casey Customer', email: 'customer@sandbox.purser.test' },
  stranger: { type: 'ORG', name: 'Stranger & Sons', email: 'stranger@sandbox.purser.test' },
  delegate: {
    type: 'ORG',
    name: 'Delegate Accounting',
    email: 'delegate@sandbox.purser.test',
    agentDefaults: safeDefaults('USD'),
  },
  restricted: { type: 'ORG', name: 'Restricted Delegate', email: 'restricted@sandbox.purser.test' },
} as const;

/**
 * Creates the sandbox's initial data, in one transaction: a main party with all kinds of keys, a customer that
 * delegated to its agent and, with limits per day and month, to another one, a stranger, and two parties that main
 * delegated to. Returns their public ids and secrets, for
 * programs.
 */
export async function seedSandbox(tx: Queryable, now: Date) {
  const main = await makeParty(tx, now, profiles.main);
  const customer = await makeParty(tx, now, profiles.customer);
  const stranger = await makeParty(tx, now, profiles.stranger);
  const delegateParty = await makeParty(tx, now, profiles.delegate);
  const restricted = await makeParty(tx, now, profiles.restricted);

  const extras = await equipMain(tx, now, main.ids);
  const strangerAgent = await makeAgent(tx, now, stranger.ids, 'Stranger agent', null);
  const strangerAccount = await makeAccount(tx, now, stranger.ids, '6789');
  const customerAccount = await makeAccount(tx, now, customer.ids, '4321');
  const delegateAgent = await makeAgent(tx, now, delegateParty.ids, 'Bookkeeper', null);
  const restrictedAgent = await makeAgent(tx, now, restricted.ids, 'Balance watcher', null);

  const payAndRead = { permissions: ['payments.create', 'payments.read'] };
  const toRestricted = { ...restricted.ids, agentId: restrictedAgent };
  await delegateTo(tx, now, customer.ids, toRestricted, { ...payAndRead, ...limits.restricted });
  const toPurchasing = { ...main.ids, agentId: extras.agentId };
  await delegateTo(tx, now, customer.ids, toPurchasing, { ...payAndRead, ...limits.customer });
  const toBookkeeper = { ...delegateParty.ids, agentId: delegateAgent };
  await delegateTo(tx, now, main.ids, toBookkeeper, { permissions: ['payments.read'] });
  await delegateTo(tx, now, main.ids, toRestricted, { permissions: ['wallets.read'] });

  const ofMain = { partyId: main.ids.partyId, account: extras.account, tags: { purpose: 'opening' } };
  await fund(tx, [
    { ...ofMain, amount: 1_000_000n, currency: 'USD' },
    { ...ofMain, amount: 500_000n, currency: 'EUR' },
    { partyId: customer.ids.partyId, account: customerAccount, amount: 500_000n, currency: 'USD' },
    { partyId: stranger.ids.partyId, account: strangerAccount, amount: 100_000n, currency: 'USD' },
  ]);
  const strangerShown = {
    agentId: publicId('agt', strangerAgent),
    externalAccountId: publicId('eac', strangerAccount),
  };
  return {
    main: { ...main.shown, ...extras.shown },
    customer: customer.shown,
    stranger: { ...stranger.shown, ...strangerShown },
    delegate: { ...delegateParty.shown, agentId: publicId('agt', delegateAgent) },
    restrictedDelegate: { ...restricted.shown, agentId: publicId('agt', restrictedAgent) },
  };
}

async function delegateTo(
  tx: Queryable,
  now: Date,
  customer: PartyIds,
  to: { partyId: Id<'pty'>; agentId: Id<'agt'> },
  terms: { permissions: string[] } & Partial<Limits>,
): Promise<void> {
  const granted = { ...noLimits, ...terms };
  const owner = grantOwner({ agentId: to.agentId, customerId: customer.partyId });
  const past = await sumPastSpending(tx, owner, granted, now);
  await delegate(tx, customer.partyId, { ...to, ...granted, past, now });
}

/** Lets a program act as an agent, as its owner does on the page of consent. Nobody has a token of it. */
async function connectProgram(
  tx: Queryable,
  now: Date,
  ids: PartyIds,
  agentId: Id<'agt'>,
): Promise<Id<'ogr'>> {
  const client = { clientId: 'https://assistant.example/purser.json', clientHost: 'assistant.example' };
  const about = {
    clientName: 'Assistant',
    scopes: ['payments:read', 'payments:move'],
    resource: 'mcp',
  } as const;
  const request = { id: newId('ogr'), requestHash: randomBytes(32) };
  await giveGrant(tx, { ...ids, agentId, ...client, ...about, ...request }, { environment: 'sandbox', now });
  return request.id;
}

/** Creates main's other keys, agents and accounts: one of each kind that a test or a tutorial needs. */
async function equipMain(tx: Queryable, now: Date, ids: PartyIds) {
  const { partyId, userId } = ids;
  const approver = await addMember(tx, partyId, {
    name: 'Avery Approver',
    email: 'approver@sandbox.purser.test',
    role: 'ADMIN',
    now,
  });
  const readOnly = await makeKey(tx, now, ids, 'Read only', ['payments.read']);
  const createOnly = await makeKey(tx, now, ids, 'Create only', ['payments.create']);
  const revoked = await makeKey(tx, now, ids, 'Revoked', scopes);
  await revokeApiKey(tx, partyId, revoked.id, { userId, now });
  const approverKey = await makeKey(tx, now, { partyId, userId: approver }, 'Approver', scopes);
  const agentId = await makeAgent(tx, now, ids, 'Purchasing agent', limits.main);
  const limitedAgentId = await makeAgent(tx, now, ids, 'Petty cash agent', limits.limited, {
    tags: { team: 'office' },
  });
  const ruledAgentId = await makeAgent(tx, now, ids, 'Shopping agent', null, { rules });
  const travelAgentId = await makeAgent(tx, now, ids, 'Travel agent', null, {
    ...limits.traveling,
    reads: 'own',
  });
  await connectProgram(tx, now, ids, travelAgentId);
  const endedGrant = await connectProgram(tx, now, ids, agentId);
  await endGrant(tx, { id: endedGrant, agentId }, { userId, now });
  const revokedAgentId = await makeAgent(tx, now, ids, 'Retired agent', null);
  await revokeAgent(tx, partyId, revokedAgentId, { userId, now });
  const account = await makeAccount(tx, now, ids, '1234');
  const reserve = await openWallet(tx, partyId, { currency: 'USD', displayName: 'Reserve', now });
  const accountToRemove = await makeAccount(tx, now, ids, '5678');
  const keyOf = async (id: Id<'agt'>): Promise<string> =>
    (await mintAgentKey(tx, partyId, { agentId: id, userId, environment: 'sandbox', now })).secret;
  return {
    agentId,
    account,
    shown: {
      readOnlyApiKey: readOnly.secret,
      createOnlyApiKey: createOnly.secret,
      revokedApiKey: revoked.secret,
      approverApiKey: approverKey.secret,
      agentId: publicId('agt', agentId),
      agentKey: await keyOf(agentId),
      limitedAgentId: publicId('agt', limitedAgentId),
      limitedAgentKey: await keyOf(limitedAgentId),
      ruledAgentId: publicId('agt', ruledAgentId),
      ruledAgentKey: await keyOf(ruledAgentId),
      travelAgentId: publicId('agt', travelAgentId),
      travelAgentKey: await keyOf(travelAgentId),
      revokedAgentId: publicId('agt', revokedAgentId),
      externalAccountId: publicId('eac', account),
      externalAccountIdToRemove: publicId('eac', accountToRemove),
      reserveWalletId: publicId('wal', reserve),
    },
  };
}
