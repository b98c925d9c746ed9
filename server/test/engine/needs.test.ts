import type { Dated } from '../../src/engine/model/actor.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noChanges } from '../../src/engine/model/changes.ts';
import { decide, needsOf } from '../../src/engine/decide/decide.ts';
import type { Pay } from '../../src/engine/commands/pay.ts';
import type { Command } from '../../src/engine/decide/commands.ts';
import {
  cachedAuthority,
  currentAuthority,
  emptyAuthorityCache,
} from '../../src/engine/load/authority-cache.ts';
import { askedState } from '../../src/engine/load/asked.ts';
import { contactKey } from '../../src/engine/model/counterparty.ts';
import { knownPayeeKey } from '../../src/engine/model/rule-history.ts';
import { type Authority, emptyAuthority, type LoadedState, pairKey } from '../../src/engine/model/state.ts';
import { ruleNames } from '../support/rules.ts';
import { isThorough } from '../support/thorough.ts';
import { batches, worlds } from './arbitrary.ts';
import { byCustomer, cancellation, decision, payment } from './commands.ts';
import { expiry, report } from './own-commands.ts';
import { histories, play } from './histories.ts';
import { loaded } from './loaded.ts';
import { paymentInReview, withdrawalInReview } from './review.ts';
import { keptRule } from './ruled.ts';
import { decideOn, approvalOf, copyOf, lastPayment, run, type Run, stored } from './run.ts';
import {
  anOwnersKey,
  buyer,
  customer,
  grant,
  newcomer,
  now,
  setAgent,
  setDelegation,
  setParty,
  shop,
  stranger,
  waiting,
  world,
} from './world.ts';

/** A world in which every payment of the shop needs an approval. */
function limitedShop(): LoadedState {
  const state = world();
  setParty(state, shop, { perTransaction: 1n });
  return state;
}

type Decided = Pick<Run, 'outcomes' | 'changes'>;

/** Decides over the whole state, and over only what the commands need: with nothing, half or all of the authority cached. */
function inAllWays(given: LoadedState, ...commands: Dated<Command>[]): { all: Decided; needed: Decided[] } {
  const { state, changes } = copyOf({ state: given, changes: noChanges() });
  const all = { outcomes: decideOn(loaded(state, needsOf(commands)), commands, changes, state), changes };
  const caches = [emptyAuthority, half, (whole: LoadedState) => whole];
  return { all, needed: caches.map((cachedOf) => withCached(cachedOf, given, commands)) };
}

/** Decides with a part of the authority cached, if the needs say that they use the cache, and only the rest loaded. */
function withCached(
  cachedOf: (state: LoadedState) => Authority,
  given: LoadedState,
  commands: Dated<Command>[],
): Decided {
  const { state, changes } = copyOf({ state: given, changes: noChanges() });
  const cached = cachedOf(state);
  const needs = needsOf(commands, cached);
  const part = loaded(state, needs, needs.usesCache ? cached : undefined);
  return { outcomes: decideOn(part, commands, changes, askedState(needs, part)), changes };
}

function half(state: LoadedState): Authority {
  const { activeCredentials, agents, parties, contacts, delegations, addresses } = state;
  return {
    activeCredentials: new Map(everyOther(activeCredentials)),
    agents: new Map(everyOther(agents)),
    parties: new Map(everyOther(parties)),
    contacts: new Map(everyOther(contacts)),
    delegations: new Map(everyOther(delegations)),
    addresses: new Map(everyOther(addresses)),
  };
}

const everyOther = <T>(items: Iterable<T>): T[] => [...items].filter((_item, index) => index % 2 === 0);

describe('the needs of a command', () => {
  it('cover all that its decision reads, in any state and batch', () => {
    fc.assert(
      fc.property(worlds, batches, (state, commands) => {
        const { all, needed } = inAllWays(state, ...commands);
        expect(needed).toEqual([all, all, all]);
      }),
      { numRuns: isThorough ? 200 : 50 },
    );
  });

  it('cover all that its decision reads, after any history', () => {
    fc.assert(
      fc.property(histories, (history) => {
        for (const { before, command } of play(history)) {
          const { all, needed } = inAllWays(before, command);
          expect(needed).toEqual([all, all, all]);
        }
      }),
      { numRuns: isThorough ? 80 : 20 },
    );
  });
});

describe('the needs of a payment', () => {
  it.each<Pay['counterparty']>([
    { type: 'party_id', partyId: stranger },
    { type: 'agent_id', agentId: buyer },
    waiting,
    newcomer,
  ])('cover whom it pays, named by $type', (counterparty) => {
    const { all, needed } = inAllWays(world(), payment({ actor: byCustomer, counterparty }));
    expect(all.outcomes).toMatchObject([{ done: true }]);
    expect(needed).toEqual([all, all, all]);
  });
});

// One command in each batch: what another of the batch needs would hide what this one forgot.
describe.each(ruleNames)('the needs of an agent with the rule %s', (name) => {
  it.each(['its party', 'a customer'])(
    'cover what its payment and the approval read, if %s sets it',
    (by) => {
      const rules = keptRule(name);
      const customerPartyId = by === 'a customer' ? customer : null;
      const state = world();
      setAgent(state, { rules: customerPartyId ? null : rules, perTransaction: 1n });
      if (customerPartyId) setDelegation(state, { grants: [{ ...grant(buyer, null), rules }] });
      const ofOwner = { agentId: buyer, ownerPartyId: customerPartyId ?? shop };
      const known = { ...ofOwner, payeePartyId: stranger };
      state.knownPayees.set(knownPayeeKey(known), known);
      const counter = { ...ofOwner, since: now, last: 1n, at: now, inHour: 1n, inDay: 1n, added: [] };
      state.ruleCounters.set(pairKey(buyer, ofOwner.ownerPartyId), counter);
      const command = payment({ actor: { agentId: buyer }, customerPartyId });
      const paying = inAllWays(state, command);
      expect(paying.all.outcomes).toMatchObject([{ done: true }]);
      expect(paying.needed).toEqual([paying.all, paying.all, paying.all]);
      const asked = run(state, command);
      const made = lastPayment(asked);
      const { all, needed } = inAllWays(stored(asked), decision(approvalOf(asked, made), made));
      expect([...all.changes.changedPayments]).toMatchObject([{ status: 'COMPLETED' }]);
      expect(needed).toEqual([all, all, all]);
    },
  );
});

function withKey(name: string): Authority {
  return { ...emptyAuthority(), activeCredentials: new Map([[name, anOwnersKey]]) };
}

describe('the authority cache', () => {
  const { addresses: _addresses, ...others } = emptyAuthority(); // used only with the agent whose rules ask for them
  it.each(Object.keys(others) as Array<keyof Authority>)(
    'is used by a batch that finds only its %s there',
    (part) => {
      const state = world();
      setAgent(state, { perDay: 1_000n }); // without a counter, it would be used for that as well
      const byAgent = { actor: { agentId: buyer }, customerPartyId: customer };
      const commands = [payment(byAgent), payment({ ...byAgent, counterparty: waiting })];
      const { usesCache } = needsOf(commands, { ...emptyAuthority(), [part]: state[part] });
      expect(usesCache).toBe(true);
    },
  );

  it('is used only while the version is the cached one', () => {
    const cache = emptyAuthorityCache();
    expect(currentAuthority(cache, withKey('a'), null, true)).toBeNull();
    expect(currentAuthority(cache, withKey('a'), 7n, true)).toBeNull();
    expect(currentAuthority(cache, withKey('a'), 7n, true)?.activeCredentials).toEqual(
      new Map([['a', anOwnersKey]]),
    );
    expect(currentAuthority(cache, withKey('b'), 7n, true)?.activeCredentials).toEqual(
      new Map([
        ['a', anOwnersKey],
        ['b', anOwnersKey],
      ]),
    );
    expect(currentAuthority(cache, withKey('c'), 8n, true)).toBeNull();
    expect(cachedAuthority(cache)).toEqual(emptyAuthority());
  });

  it('stores nothing that was loaded before the version was known; the batch decides on what it loaded', () => {
    const cache = emptyAuthorityCache();
    expect(currentAuthority(cache, withKey('a'), 7n, false)).toEqual(withKey('a'));
    expect(cachedAuthority(cache)).toEqual(emptyAuthority());
  });

  it('evicts the oldest entries beyond 20 000 of a kind', () => {
    const cache = emptyAuthorityCache();
    const many = emptyAuthority();
    for (let made = 0; made < 20_010; made += 1) {
      const value = `${made}@example.com`;
      many.activeCredentials.set(`key ${made}`, anOwnersKey);
      many.contacts.set(contactKey({ kind: 'email', value }), { partyId: shop, active: true });
    }
    currentAuthority(cache, emptyAuthority(), 7n, false);
    currentAuthority(cache, many, 7n, false);
    const { activeCredentials, contacts } = cachedAuthority(cache);
    expect(activeCredentials.size).toBe(20_000);
    expect([...activeCredentials.keys()][0]).toBe('key 10');
    expect([...contacts.keys()][0]).toBe('email 10@example.com');
  });

  it('cannot be changed by a decision: what a command registers stays in its batch, and entries are frozen', () => {
    const all = world();
    const cache = emptyAuthorityCache();
    currentAuthority(cache, emptyAuthority(), 7n, false);
    const command = payment({ counterparty: newcomer });
    const needs = needsOf([command]);
    const loadedAll = loaded(all, needs);
    const authority = currentAuthority(cache, loadedAll, 7n, true) ?? emptyAuthority();
    const before = structuredClone(authority);
    const state = askedState(needs, loadedAll, authority);
    const changes = noChanges();
    expect(
      decide([command, payment({ counterparty: newcomer })], state, changes).map(({ done }) => done),
    ).toEqual([true, true]);
    expect(changes.parties).toHaveLength(1);
    expect([...state.registeredContacts.keys()]).toEqual([contactKey(newcomer.contact)]);
    expect(cachedAuthority(cache)).toEqual(before);
    for (const entry of [...authority.agents.values(), ...authority.parties.values()])
      expect(entry).toSatisfy(Object.isFrozen);
  });
});

describe('a command that changes limit counters', () => {
  const delegated = paymentInReview({ customerPartyId: customer });
  const own = withdrawalInReview();

  // A change of limits locks the party's agents, and the delegations to it, while it adds up the spending.
  it.each<[string, Command]>([
    ['a decision', decision(delegated.approval, delegated.it)],
    ['a cancellation', cancellation(delegated.it)],
    ['an expiry', expiry(delegated.it, new Date())],
    ['a report of the bank', report(own.it, { kind: 'completed' })],
  ])('locks the acting agent of its target, as a payment does: %s', (_what, command) => {
    const { actingAgents, delegations, delegationLocks, counters } = needsOf([command]);
    const isDelegated = command.kind !== 'settle';
    expect([...actingAgents]).toEqual([buyer]);
    expect([...delegations.keys()]).toEqual(isDelegated ? [`${customer} ${shop}`] : []);
    expect(delegationLocks.size).toBe(0);
    const own = [`${buyer} ${shop} USD`, `${shop} ${shop} USD`];
    const granted = [`${buyer} ${customer} USD`, `${customer} ${customer} USD`];
    expect([...counters.keys()]).toEqual(isDelegated ? [...own, ...granted] : own);
  });

  const byShop = { customerPartyId: customer, actor: { agentId: null } };
  const unassisted = paymentInReview(byShop, limitedShop());
  it.each<[string, Command]>([
    ['a payment', payment(byShop)],
    ['a decision', decision(unassisted.approval, unassisted.it)],
    ['a cancellation', cancellation(unassisted.it)],
    ['an expiry', expiry(unassisted.it, new Date())],
  ])('locks the delegation if no agent acted: %s', (_what, command) => {
    const { actingAgents, delegationLocks } = needsOf([command]);
    expect([...actingAgents]).toEqual([]);
    expect([...delegationLocks]).toEqual([[`${customer} ${shop}`, { customer, delegate: shop }]]);
  });
});
