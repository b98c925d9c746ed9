import type * as AgentKeys from '../../../server/src/authority/agent-keys/mint.ts';
import type * as Delegations from '../../../server/src/authority/delegations/delegate.ts';
import type * as Ids from '../../../server/src/lib/id.ts';
import type * as Members from '../../../server/src/identity/members/add.ts';
import type * as Parties from '../../../server/src/identity/parties/create.ts';
import type * as Scopes from '../../../server/src/scopes.ts';
import type * as Make from '../../../server/src/seed/make.ts';
import type { PoolClient } from 'pg';
import { newWallet } from '../model/wallets.ts';
import type { Administration } from './administration.ts';
import { noLimits } from './party-groups.ts';
import type { Agent, Actor, Delegation, Party } from '../model/types.ts';

/** Loads the functions of the checkout under test that create parties. */
async function verbsOf({ load }: Administration) {
  const [make, members, parties, agentKeys, delegations, ids, scopes] = await Promise.all([
    load<typeof Make>('seed/make.ts'),
    load<typeof Members>('identity/members/add.ts'),
    load<typeof Parties>('identity/parties/create.ts'),
    load<typeof AgentKeys>('authority/agent-keys/mint.ts'),
    load<typeof Delegations>('authority/delegations/delegate.ts'),
    load<typeof Ids>('lib/id.ts'),
    load<typeof Scopes>('scopes.ts'),
  ]);
  return { ...make, ...members, ...parties, ...agentKeys, ...delegations, ...ids, ...scopes };
}

type Verbs = Awaited<ReturnType<typeof verbsOf>>;

/** A party to create: its initial funds in minor units by currency, and whether it has a second user. */
export type PartySpec = { name: string; funds: Readonly<Record<string, number>>; hasApprover: boolean };

/** Creates parties with keys, an agent, a bank account and initial funds. */
export async function makeParties(
  administration: Administration,
  specs: readonly PartySpec[],
): Promise<Party[]> {
  const verbs = await verbsOf(administration);
  return administration.administer(async (tx, now) => {
    const parties: Party[] = [];
    for (const spec of specs) parties.push(await makeFullParty(verbs, tx, now, spec));
    return parties;
  });
}

async function makeFullParty(verbs: Verbs, tx: PoolClient, now: Date, spec: PartySpec): Promise<Party> {
  const { name, funds, hasApprover } = spec;
  const email = `${name.replaceAll(' ', '.')}@hammer.purser.test`;
  const { ids, shown } = await verbs.makeParty(tx, now, { type: 'ORG', name, email });
  const readOnly = await verbs.makeKey(tx, now, ids, 'Read only', ['payments.read']);
  const agentId = await verbs.makeAgent(tx, now, ids, `Agent of ${name}`, null);
  const { partyId, userId } = ids;
  const { secret: agentKey } = await verbs.mintAgentKey(tx, partyId, {
    agentId,
    userId,
    environment: 'sandbox',
    now,
  });
  const account = await verbs.makeAccount(tx, now, ids, '1234');
  const deposits = Object.entries(funds).map(([currency, amount]) => {
    return { partyId, account, amount: BigInt(amount), currency };
  });
  if (deposits.length > 0) await verbs.fund(tx, deposits);
  // Party, actors and agent refer to each other, so the party is completed after its creation.
  const party = {
    id: shown.partyId,
    name,
    email,
    userId: shown.userId,
    accountId: verbs.publicId('eac', account),
    limits: noLimits,
    customers: [],
    wallets: new Map(),
    transactions: [],
    others: [],
  } as unknown as Party;
  const actor = (key: string, user: string = shown.userId): Actor => ({
    key,
    party,
    userId: user,
    agent: null,
  });
  party.owner = { ...actor(shown.apiKey), email };
  party.readOnly = actor(readOnly.secret);
  party.agent = { id: verbs.publicId('agt', agentId), key: agentKey, party, limits: noLimits };
  party.approver = hasApprover ? await makeApprover(verbs, tx, now, ids, actor) : null;
  for (const [currency, available] of Object.entries(funds)) {
    Object.assign(walletOf(party, currency), { available, exists: true });
  }
  return party;
}

async function makeApprover(
  verbs: Verbs,
  tx: PoolClient,
  now: Date,
  ids: Make.PartyIds,
  actor: (key: string, userId: string) => Actor,
): Promise<Actor> {
  const person = { name: 'Avery Approver', email: `approver.${ids.userId}@hammer.purser.test` };
  const userId = await verbs.addMember(tx, ids.partyId, { ...person, role: 'ADMIN', now });
  const key = await verbs.makeKey(tx, now, { ...ids, userId }, 'Approver', verbs.scopes);
  return { ...actor(key.secret, verbs.publicId('usr', userId)), email: person.email };
}

/** A party that has signed up, and which payments it was told that it receives. */
export type SignedUp = { id: string; key: string; received: string[] };

/** Creates a party with this address and a key; returns null if the address is taken. */
export async function signUpWith(
  administration: Administration,
  email: string,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<SignedUp | null> {
  const verbs = await verbsOf(administration);
  return administration.administer(async (tx, now) => {
    const owner = { name: 'Newcomer', email };
    const made = await verbs.createParty(tx, { ...owner, type: 'ORG', currency: 'USD', now }, owner);
    if (!made) return null;
    const { secret } = await verbs.makeKey(tx, now, made, 'First key', verbs.scopes);
    await meanwhile();
    const received = made.received.payments.map((each) => verbs.publicId('pay', each.id));
    return { id: verbs.publicId('pty', made.partyId), key: secret, received };
  });
}

function minorUnits(limit: number | null): bigint | null {
  return limit === null ? null : BigInt(limit);
}

/** Creates delegations from customers to agents. */
export async function makeDelegations(
  administration: Administration,
  delegations: readonly Delegation[],
): Promise<void> {
  const { delegate, parseId } = await verbsOf(administration);
  await administration.administer(async (tx, now) => {
    for (const { customer, agent, permissions, limits } of delegations) {
      const [customerId, partyId] = [parseId('pty', customer.id), parseId('pty', agent.party.id)];
      const agentId = parseId('agt', agent.id);
      if (!customerId || !partyId || !agentId) throw new Error('a delegation with an invalid id');
      const bounds = {
        perTransaction: minorUnits(limits.perTransaction),
        perDay: minorUnits(limits.perDay),
        perMonth: minorUnits(limits.perMonth),
        currencyLimits: null,
      };
      const terms = { partyId, agentId, permissions: [...permissions], ...bounds, past: null, now };
      await delegate(tx, customerId, terms);
      agent.party.customers.push({ customer, agent, permissions, limits });
    }
  });
}

/** Returns the model's wallet of a party in a currency; creates it if it is missing. */
export function walletOf(party: Party, currency: string) {
  const found = party.wallets.get(currency) ?? newWallet(party.id, currency);
  party.wallets.set(currency, found);
  return found;
}

/** Returns an agent as an actor that uses its own key. */
export function agentActor(agent: Agent): Actor {
  return { key: agent.key, party: agent.party, userId: agent.party.userId, agent };
}
