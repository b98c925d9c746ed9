import type * as AgentKeys from '../../../server/src/agent-keys/mint.ts';
import type * as Delegations from '../../../server/src/customers/delegate.ts';
import type * as Ids from '../../../server/src/lib/id.ts';
import type * as Parties from '../../../server/src/parties/create.ts';
import type * as Scopes from '../../../server/src/scopes.ts';
import type * as Make from '../../../server/src/seed/make.ts';
import type { PoolClient } from 'pg';
import { newWallet } from '../model/wallets.ts';
import type { Administration } from './administration.ts';
import { noLimits } from './cast.ts';
import type { Agent, Actor, Delegation, Party } from '../model/types.ts';

/** The verbs of the checkout that is tried, as far as making people needs them. */
async function verbsOf({ load }: Administration) {
  const [make, parties, agentKeys, delegations, ids, scopes] = await Promise.all([
    load<typeof Make>('seed/make.ts'),
    load<typeof Parties>('parties/create.ts'),
    load<typeof AgentKeys>('agent-keys/mint.ts'),
    load<typeof Delegations>('customers/delegate.ts'),
    load<typeof Ids>('lib/id.ts'),
    load<typeof Scopes>('scopes.ts'),
  ]);
  return { ...make, ...parties, ...agentKeys, ...delegations, ...ids, ...scopes };
}

type Verbs = Awaited<ReturnType<typeof verbsOf>>;

/** How a party is made: what it starts with, in minor units by currency, and whether it has a second user. */
export type Sketch = { name: string; funds: Readonly<Record<string, number>>; hasApprover: boolean };

/** Makes parties with keys, an agent, an account at a bank and first funds. */
export async function makePeople(
  administration: Administration,
  sketches: readonly Sketch[],
): Promise<Party[]> {
  const verbs = await verbsOf(administration);
  return administration.administer(async (tx, now) => {
    const people: Party[] = [];
    for (const sketch of sketches) people.push(await makePerson(verbs, tx, now, sketch));
    return people;
  });
}

async function makePerson(verbs: Verbs, tx: PoolClient, now: Date, sketch: Sketch): Promise<Party> {
  const { name, funds, hasApprover } = sketch;
  const email = `${name.replaceAll(' ', '.')}@hammer.purser.test`;
  const { ids, shown } = await verbs.makeParty(tx, now, { type: 'ORG', name, email });
  const readOnly = await verbs.makeKey(tx, now, ids, 'Read only', ['payments.read']);
  const agentId = await verbs.makeAgent(tx, now, ids, `Agent of ${name}`, null);
  const { partyId, userId } = ids;
  const agentKey = await verbs.mintAgentKey(tx, partyId, { agentId, userId, environment: 'sandbox', now });
  const account = await verbs.makeAccount(tx, now, ids, '1234');
  const deposits = Object.entries(funds).map(([currency, amount]) => {
    return { partyId, account, amount: BigInt(amount), currency };
  });
  if (deposits.length > 0) await verbs.fund(tx, now, deposits);
  // The parts refer to each other: the party is made first, and completed.
  const party = {
    id: shown.partyId,
    name,
    email,
    userId: shown.userId,
    accountId: verbs.publicId('eac', account),
    limits: noLimits,
    customers: [],
    wallets: new Map(),
    things: [],
  } as unknown as Party;
  const actor = (key: string, user: string = shown.userId): Actor => ({
    key,
    party,
    userId: user,
    agent: null,
  });
  party.owner = actor(shown.apiKey);
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
  return actor(key.secret, verbs.publicId('usr', userId));
}

/** Lets a party act for a customer, through its agent. */
export async function makeDelegations(
  administration: Administration,
  delegations: readonly Delegation[],
): Promise<void> {
  const { delegate, parseId } = await verbsOf(administration);
  await administration.administer(async (tx, now) => {
    for (const { customer, agent, permissions, perTransaction } of delegations) {
      const [customerId, partyId] = [parseId('pty', customer.id), parseId('pty', agent.party.id)];
      const agentId = parseId('agt', agent.id);
      if (!customerId || !partyId || !agentId) throw new Error('a delegation between nobody');
      const limit = perTransaction === null ? null : BigInt(perTransaction);
      const terms = { partyId, agentId, permissions: [...permissions], perTransaction: limit, now };
      await delegate(tx, customerId, terms);
      agent.party.customers.push({ customer, agent, permissions, perTransaction });
    }
  });
}

/** The wallet of a party in a currency, as the model has it; opened where money arrives first. */
export function walletOf(party: Party, currency: string) {
  const found = party.wallets.get(currency) ?? newWallet(party.id, currency);
  party.wallets.set(currency, found);
  return found;
}

/** An agent's own key, or a person's. */
export function callerOf(agent: Agent): Actor {
  return { key: agent.key, party: agent.party, userId: agent.party.userId, agent };
}
