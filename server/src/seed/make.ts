import { createAgent } from '../authority/agents/create.ts';
import { mintApiKey } from '../identity/api-keys/mint.ts';
import type { Queryable } from '../db/sql.ts';
import type { AgentRules } from '../engine/model/agent-rules.ts';
import type { Tags } from '../engine/model/records.ts';
import { runWithin } from '../engine/queue/within.ts';
import { linkExternalAccount } from '../money/external-accounts/link.ts';
import { type Limits, noLimits } from '../engine/model/state.ts';
import type { KeptDefaults } from '../terms/agent-defaults.ts';
import type { AgentReads } from '../terms/agent-reads.ts';
import { type Id, newId, publicId } from '../lib/id.ts';
import { createParty } from '../identity/parties/create.ts';
import { type Scope, scopes } from '../scopes.ts';

const environment = 'sandbox';

/** A new party, and the user who creates its resources. */
export type PartyIds = { partyId: Id<'pty'>; userId: Id<'usr'> };

/** Creates a party with its owner, default wallet and a key with all scopes. */
export async function makeParty(
  tx: Queryable,
  now: Date,
  party: { type: 'PERSON' | 'ORG'; name: string; email: string; agentDefaults?: KeptDefaults },
) {
  const owner = { name: `${party.name} (owner)`, email: party.email };
  const made = await createParty(tx, { ...party, currency: 'USD', now }, owner);
  if (!made) throw new Error('the sandbox is being seeded into a database that has data');
  const { partyId, userId, walletId } = made;
  const shown = {
    partyId: publicId('pty', partyId),
    userId: publicId('usr', userId),
    name: party.name,
    email: party.email,
    walletId: publicId('wal', walletId),
    apiKey: (await makeKey(tx, now, made, 'Full key', scopes)).secret,
  };
  return { ids: { partyId, userId }, shown };
}

export function makeKey(tx: Queryable, now: Date, of: PartyIds, name: string, allowed: readonly Scope[]) {
  return mintApiKey(tx, { ...of, name, scopes: allowed, environment, now });
}

export function makeAgent(
  tx: Queryable,
  now: Date,
  of: PartyIds,
  name: string,
  perTransaction: bigint | null,
  more: Partial<Limits> & { tags?: Tags; rules?: AgentRules; reads?: AgentReads } = {},
): Promise<Id<'agt'>> {
  const bounds = { tags: null, ...noLimits, perTransaction, ...more };
  return createAgent(tx, of.partyId, { name, description: null, ...bounds, userId: of.userId, now });
}

export function makeAccount(tx: Queryable, now: Date, of: PartyIds, lastFour: string): Promise<Id<'eac'>> {
  const account = {
    bankName: 'Sandbox Bank',
    accountName: 'Everyday checking',
    lastFour,
    userId: of.userId,
    now,
  };
  return linkExternalAccount(tx, of.partyId, account);
}

/** Funds parties as all money arrives: by deposits from the sandbox bank's clearing accounts. */
export async function fund(
  tx: Queryable,
  deposits: ReadonlyArray<{
    partyId: Id<'pty'>;
    account: Id<'eac'>;
    amount: bigint;
    currency: string;
    tags?: Tags;
  }>,
): Promise<void> {
  const outcomes = await runWithin(
    tx,
    deposits.map(({ partyId, account, amount, currency, tags }) => ({
      kind: 'deposit',
      partyId,
      externalAccountId: account,
      rail: 'sandbox',
      amount,
      currency,
      description: 'First funds of the sandbox',
      ...(tags && { tags }),
      newIds: { transfer: newId('trf'), wallet: newId('wal'), clearing: newId('wal') },
    })),
  );
  if (!outcomes.every((outcome) => outcome.done)) throw new Error('the sandbox could not be funded');
}
