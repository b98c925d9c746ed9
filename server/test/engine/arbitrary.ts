import type { Dated } from '../../src/engine/model/actor.ts';
import * as fc from 'fast-check';
import type { Command } from '../../src/engine/decide/commands.ts';
import { type AgentRules, breachOutcomes } from '../../src/engine/model/agent-rules.ts';
import { type Contact, contactKey } from '../../src/engine/model/counterparty.ts';
import {
  emptyState,
  type Limits,
  type LoadedState,
  putDelegation,
  type Wallet,
} from '../../src/engine/model/state.ts';
import { maxAmount } from '../../src/lib/money.ts';
import { ruleNames } from '../support/rules.ts';
import { keyed, payment, withdrawal } from './commands.ts';
import { deposit } from './own-commands.ts';
import { keptRule } from './ruled.ts';
import { anOwnersKey, atBank, id, oneApproves, setSpent, wallet } from './world.ts';

// Few values of each kind, so that commands often collide.
const parties = ['p1', 'p2', 'p3', 'p4', 'p5'].map((name) => id('pty', name));
const agents = ['a1', 'a2', 'a3'].map((name) => id('agt', name));
const credentials = ['k1', 'k2'].map((name) => id('apy', name));
const currencies = ['USD', 'EUR'];
const rails = ['ach', 'wire'];
const contacts: Contact[] = [
  { kind: 'email', value: 'one@example.com' },
  { kind: 'email', value: 'two@example.com' },
  { kind: 'phone', value: '+15550100' },
];
const pays = fc.boolean();

const aParty = fc.constantFrom(...parties, id('pty', 'nobody'));
const anAgent = fc.constantFrom(...agents, id('agt', 'nobody'));
const aCurrency = fc.constantFrom(...currencies);
const anAmount = fc.oneof(
  fc.bigInt(1n, 300n),
  fc.bigInt(1n, 300n),
  fc.bigInt(1n, maxAmount),
  fc.constant(maxAmount),
);
const aLimit = fc.option(fc.bigInt(1n, 300n));
const noLimit = { perTransaction: null, perDay: null, perMonth: null, currencyLimits: null };
const anAmountSet = fc.integer({ min: 1, max: 300 });
const currencyLimits = fc.option(
  fc.dictionary(
    fc.constantFrom('USD', 'EUR'),
    fc.oneof(
      fc.record({ perTransaction: anAmountSet }),
      fc.record({ perDay: anAmountSet, perMonth: anAmountSet }),
    ),
    { minKeys: 1 },
  ),
);
const someLimits: fc.Arbitrary<Limits> = fc.oneof(
  fc.constant(noLimit),
  aLimit.map((perTransaction) => ({ ...noLimit, perTransaction })),
  fc.record({ perTransaction: aLimit, perDay: aLimit, perMonth: aLimit, currencyLimits }),
);
// Up to two rules at once: most agents have one.
const someRules: fc.Arbitrary<AgentRules | null> = fc
  .tuple(fc.subarray([...ruleNames], { maxLength: 2 }), fc.constantFrom(...breachOutcomes))
  .map(([names, onBreach]) =>
    names.length === 0 ? null : Object.assign({}, ...names.map((name) => keptRule(name, onBreach))),
  );
const accounts = ['e1', 'e2', 'e3'].map((name) => id('eac', name));
const someMoney = fc.oneof(fc.bigInt(0n, 300n), fc.bigInt(maxAmount - 300n, maxAmount));

/** Wallets of one party in one currency: up to three in any state, at most one of them the default. */
function walletsOf(owner: (typeof parties)[number], currency: string): fc.Arbitrary<Wallet[]> {
  const one = fc.record({
    status: fc.constantFrom('active', 'active', 'frozen', 'closed'),
    posted: someMoney,
    share: fc.integer({ min: 0, max: 4 }),
  });
  return fc.tuple(fc.array(one, { maxLength: 3 }), fc.nat(3)).map(([found, chosen]) =>
    found.map(({ status, posted, share }, index) => {
      const money = status === 'closed' ? {} : { posted, held: (posted * BigInt(share)) / 4n };
      const name = id('wal', `${owner} ${currency} ${index}`);
      return wallet(owner, { id: name, currency, status, isDefault: index === chosen, ...money });
    }),
  );
}

const someWallets = fc.tuple(
  ...parties.flatMap((owner) => currencies.map((currency) => walletsOf(owner, currency))),
);

const someDelegations = fc.array(
  fc.record({
    customer: aParty,
    to: aParty,
    status: fc.constantFrom('ACTIVE', 'ACTIVE', 'SUSPENDED', 'REVOKED'),
    pays,
    grants: fc.uniqueArray(
      fc.record({
        agentId: anAgent,
        status: fc.constantFrom('ACTIVE', 'REVOKED'),
        pays,
        perTransaction: aLimit,
        perDay: aLimit,
        perMonth: aLimit,
        currencyLimits,
        rules: someRules,
      }),
      { maxLength: 3, selector: ({ agentId }) => agentId },
    ),
  }),
  { maxLength: 8 },
);

/** Any state that the database can be in, with a handful of parties. */
export const worlds: fc.Arbitrary<LoadedState> = fc
  .record({
    active: fc.subarray(credentials, { minLength: 1 }),
    provisional: fc.nat(9),
    owners: fc.array(fc.nat(parties.length - 1), { minLength: 3, maxLength: 3 }),
    limits: fc.array(someLimits, { minLength: 3, maxLength: 3 }),
    rules: fc.array(someRules, { minLength: 3, maxLength: 3 }),
    partyLimits: fc.array(someLimits, { minLength: 5, maxLength: 5 }),
    spent: fc.array(fc.tuple(fc.constantFrom(...agents, ...parties), fc.bigInt(0n, 300n)), { maxLength: 4 }),
    retired: fc.nat(9),
    wallets: someWallets,
    known: fc.dictionary(fc.constantFrom('0', '1', '2'), fc.constantFrom(...parties)),
    delegations: someDelegations,
    used: fc.subarray(['x', 'y']),
  })
  .map((drawn) => {
    const state = emptyState();
    drawn.active.forEach((each) => state.activeCredentials.set(each, anOwnersKey));
    parties.forEach((each, index) => {
      const status = index === drawn.provisional ? 'PROVISIONAL' : 'ACTIVE';
      const limits = drawn.partyLimits[index] ?? noLimit;
      const defaultCurrency = currencies[index % 2] ?? 'USD';
      state.parties.set(each, {
        id: each,
        status,
        frozenBy: [],
        defaultCurrency,
        address: null,
        mergedInto: null,
        ...limits,
        ...oneApproves,
      });
    });
    agents.forEach((each, index) => {
      const partyId = parties[drawn.owners[index] ?? 0] ?? id('pty', 'p1');
      const status = index === drawn.retired ? 'REVOKED' : 'ACTIVE';
      const bounds = { rules: drawn.rules[index] ?? null, walletIds: null, reads: 'party' as const };
      state.agents.set(each, { id: each, partyId, status, ...bounds, ...(drawn.limits[index] ?? noLimit) });
    });
    accounts.forEach((each, index) => {
      const partyId = parties[index] ?? id('pty', 'p1');
      const status = index === 2 ? 'pending' : 'active';
      state.accounts.set(each, { ...atBank, id: each, partyId, lastFour: '0001', status });
    });
    for (const [owner, amount] of drawn.spent) setSpent(state, owner, [amount, amount]);
    for (const wallet of drawn.wallets.flat()) {
      const owner = wallet.partyId ?? '';
      state.wallets.set(owner, [...(state.wallets.get(owner) ?? []), wallet]);
    }
    contacts.forEach((contact, index) => {
      const leadsTo = drawn.known[String(index)];
      if (leadsTo) {
        const active = state.parties.get(leadsTo)?.status === 'ACTIVE';
        state.contacts.set(contactKey(contact), { partyId: leadsTo, active });
      }
    });
    for (const { customer, to, ...terms } of drawn.delegations) putDelegation(state, customer, to, terms);
    for (const name of drawn.used)
      state.responses.set(keyed(name, 'one', id('pty', 'p1')).digest, {
        status: 201,
        body: JSON.stringify({ id: `earlier ${name}` }),
        fingerprint: Buffer.from('one'),
      });
    return state;
  });

/** The actor, the amount, and the idempotency key if any. */
const someRequest = fc
  .record({
    partyId: fc.constantFrom(...parties),
    credentialId: fc.constantFrom(...credentials),
    agentId: fc.option(anAgent, { freq: 2 }),
    key: fc.option(fc.constantFrom('x', 'y', 'z')),
    request: fc.constantFrom('one', 'one', 'two'),
    amount: anAmount,
    currency: aCurrency,
  })
  .map(({ partyId, credentialId, agentId, key, request, amount, currency }) => ({
    actor: { partyId, credentialId, agentId },
    idempotency: key === null ? null : keyed(key, request, partyId),
    amount,
    currency,
  }));

const somePay = fc
  .record({
    request: someRequest,
    customerPartyId: fc.option(aParty, { freq: 2 }),
    counterparty: fc.oneof(
      fc.constantFrom(...contacts).map((contact) => ({ type: contact.kind, contact })),
      aParty.map((partyId) => ({ type: 'party_id' as const, partyId })),
      anAgent.map((agentId) => ({ type: 'agent_id' as const, agentId })),
    ),
  })
  .map(({ request, ...values }) => payment(Object.assign(values, request)));

const someWithdrawal = fc
  .record({ request: someRequest, externalAccountId: fc.constantFrom(...accounts, id('eac', 'nobody')) })
  .map(({ request, ...values }) => withdrawal(Object.assign(values, request)));

const someDeposit = fc
  .record({ partyId: aParty, amount: anAmount, currency: aCurrency, rail: fc.constantFrom(...rails) })
  .map((values) => deposit(values));

/**
 * Any batch of commands that create something. Commands that act on an existing resource are in histories.ts.
 */
export const batches: fc.Arbitrary<Dated<Command>[]> = fc.array(
  fc.oneof(
    { arbitrary: somePay, weight: 5 },
    { arbitrary: someWithdrawal, weight: 2 },
    { arbitrary: someDeposit, weight: 1 },
  ),
  { minLength: 1, maxLength: 12 },
);
