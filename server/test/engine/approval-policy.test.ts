import { describe, expect, it } from 'vitest';
import type { DecideApproval } from '../../src/engine/commands/decide-approval.ts';
import type { Actor } from '../../src/engine/model/actor.ts';
import type { ApprovalPolicy, LoadedState, Member } from '../../src/engine/model/state.ts';
import { byAdmin, byCustomer, decision } from './commands.ts';
import { type InReview, limitedWorld, paymentInReview, paymentOfTwoOwners } from './review.ts';
import { balance, bodyOf, eventsOf, run, type Run, stored, words } from './run.ts';
import {
  admin,
  anOwnersKey,
  customer,
  id,
  key,
  owner,
  setMembers,
  setParty,
  shop,
  stranger,
  wallet,
} from './world.ts';

const agentKey = id('agk', 'agent key');
const third = id('usr', 'third');
const thirdKey = id('apy', 'third key');
const theOwner: Member = { userId: owner, role: 'OWNER' };
const theAdmin: Member = { userId: admin, role: 'ADMIN' };
const anApprover: Member = { userId: third, role: 'APPROVER' };
const decidingRoles = ['OWNER', 'ADMIN', 'APPROVER'] as const;
const byOwner = { userId: owner, credentialId: key };
const byThird = { userId: third, credentialId: thirdKey };
const byAgent = { kind: 'agentKey', credentialId: agentKey } as const;

/** A payment of 1,000 by the agent with its own key, in a party with three who may decide, under a policy. */
function reviewed(policy: Partial<ApprovalPolicy>, maker: Partial<Actor> = byAgent, currency = 'USD') {
  const state = limitedWorld();
  state.activeCredentials.set(agentKey, anOwnersKey).set(thirdKey, { ...anOwnersKey, role: 'OWNER' });
  setParty(state, shop, policy);
  setMembers(state, shop, theOwner, theAdmin, anApprover);
  return paymentInReview({ actor: maker, currency }, state);
}

type Found = Pick<InReview<unknown>, 'approval'> & ReturnType<typeof reviewed>;

function approve(
  { it: about, approval }: Found,
  state: LoadedState,
  actor: Partial<Actor>,
  values: Partial<DecideApproval> = {},
): Run {
  const now = state.approvals.get(about.id)?.find((each) => each.id === approval.id) ?? approval;
  const madeByAgentKey = about.credentialId === agentKey;
  return run(state, decision(now, about, { actor, madeByAgentKey, decidingRoles, ...values }));
}

/** What each of these users in turn gets. */
function inTurn(found: Found, ...actors: Array<Partial<Actor>>): string[] {
  let { state } = found;
  return actors.flatMap((actor) => {
    const after = approve(found, state, actor);
    state = stored(after);
    return words(after);
  });
}

describe('where two users approve above an amount', () => {
  it('the first leaves the approval and the payment waiting, and the second runs it', () => {
    const found = reviewed({ twoAbove: 999n });
    const first = approve(found, found.state, byAdmin);
    expect(words(first)).toEqual(['pending']);
    expect(eventsOf(first)).toEqual(['approval pending → pending']);
    expect([...first.changes.changedApprovals]).toMatchObject([
      {
        status: 'pending',
        decidedBy: null,
        firstDecidedBy: admin,
        firstSignedIn: false,
        announcedAt: null,
        dueAt: found.approval.dueAt,
      },
    ]);
    expect([...first.changes.tasks]).toEqual(['announceApprovals']);
    expect([bodyOf(first.outcomes[0]).status, balance(first.state, stranger)]).toEqual(['pending', 0n]);
    const second = approve(found, stored(first), byThird);
    expect(words(second)).toEqual(['approved']);
    expect([...second.changes.changedApprovals]).toMatchObject([
      { firstDecidedBy: admin, decidedBy: third, decidedWith: thirdKey },
    ]);
    expect(balance(second.state, stranger)).toBe(1_000n);
  });

  it('one is enough up to the amount, and two are asked in every other currency', () => {
    expect(inTurn(reviewed({ twoAbove: 1_000n }), byAdmin)).toEqual(['approved']);
    const inEuros = reviewed({ twoAbove: 1_000_000n }, byAgent, 'EUR');
    inEuros.state.wallets.set(shop, [wallet(shop, { currency: 'EUR', posted: 1_000n })]);
    inEuros.state.wallets.set(stranger, [wallet(stranger, { currency: 'EUR' })]);
    expect(inTurn(inEuros, byAdmin, byThird)).toEqual(['pending', 'approved']);
  });

  it('nobody is both of them, with another key neither', () => {
    const twice = { userId: admin, credentialId: thirdKey };
    expect(inTurn(reviewed({ twoAbove: 0n }), byAdmin, byAdmin, twice)).toEqual([
      'pending',
      'approved_already',
      'approved_already',
    ]);
  });

  it('the maker is neither of them', () => {
    const made = reviewed({ twoAbove: 0n }, byOwner);
    expect(inTurn(made, byOwner, byAdmin, byOwner, byThird)).toEqual([
      'maker_decides',
      'pending',
      'maker_decides',
      'approved',
    ]);
  });

  it('the exception of an owner who is alone does not hold', () => {
    const made = reviewed({ twoAbove: 0n }, byOwner);
    setMembers(made.state, shop, theOwner);
    expect(inTurn(made, byOwner)).toEqual(['maker_decides']);
    setParty(made.state, shop, { twoAbove: null });
    expect(inTurn(made, byOwner)).toEqual(['approved']);
  });

  it('a first one who may not approve any more does not count', () => {
    const changes: Array<[string, (state: LoadedState) => void]> = [
      ['removed', (state) => setMembers(state, shop, theOwner, anApprover)],
      ['a member', (state) => setMembers(state, shop, theOwner, { ...theAdmin, role: 'MEMBER' }, anApprover)],
    ];
    for (const [what, change] of changes) {
      const found = reviewed({ twoAbove: 0n });
      const state = stored(approve(found, found.state, byAdmin));
      change(state);
      expect([what, ...inTurn({ ...found, state }, byThird, byThird, byOwner)]).toEqual([
        what,
        'pending',
        'approved_already',
        'approved',
      ]);
    }
  });

  it('a first one who is a maker by now, over a new limit of the party, does not count', () => {
    const found = reviewed({ twoAbove: 0n });
    const state = stored(approve(found, found.state, byOwner)); // who made the key of the agent
    setParty(state, shop, { twoAbove: 0n, perTransaction: 1n });
    expect(inTurn({ ...found, state }, byAdmin, byOwner, byThird)).toEqual([
      'pending',
      'maker_decides',
      'approved',
    ]);
  });

  it('the second is the last one, also if the policy is lifted meanwhile', () => {
    const found = reviewed({ twoAbove: 0n });
    const state = stored(approve(found, found.state, byAdmin));
    setParty(state, shop);
    expect(inTurn({ ...found, state }, byThird)).toEqual(['approved']);
  });

  it('any of them may deny what the first has approved', () => {
    const found = reviewed({ twoAbove: 0n });
    const state = stored(approve(found, found.state, byAdmin));
    const denied = approve(found, state, byAdmin, { verdict: 'deny' });
    expect([words(denied), balance(denied.state, stranger)]).toEqual([['denied'], 0n]);
  });

  it('each party keeps to its own policy', () => {
    const { state, it: about, byShop, byCustomer: ofCustomer } = paymentOfTwoOwners();
    setParty(state, shop, { twoAbove: 0n });
    setMembers(state, shop, theOwner, theAdmin, anApprover);
    state.activeCredentials.set(thirdKey, anOwnersKey);
    const decide = (before: LoadedState, approval: typeof byShop, actor: Partial<Actor>) =>
      run(before, decision(approval, about, { actor, decidingRoles }));
    const first = decide(state, byShop, byAdmin);
    const theirs = decide(stored(first), ofCustomer, byCustomer);
    expect([words(first), words(theirs), balance(theirs.state, customer)]).toEqual([
      ['pending'],
      ['approved'],
      balance(state, customer),
    ]);
    const second = decide(stored(theirs), byShop, byThird);
    expect([words(second), balance(second.state, stranger)]).toEqual([['approved'], 1_000n]);
  });
});

describe('where only people who have signed in approve', () => {
  it('a key approves nothing, and may deny', () => {
    const found = reviewed({ approveBy: 'session' });
    expect(words(approve(found, found.state, byAdmin))).toEqual(['approver_not_signed_in']);
    expect(words(approve(found, found.state, byAdmin, { verdict: 'deny' }))).toEqual(['denied']);
    expect(words(approve(found, found.state, byAdmin, { isSignedIn: true }))).toEqual(['approved']);
  });

  it('a first approval by a key, from before, does not count', () => {
    const found = reviewed({ twoAbove: 0n });
    const state = stored(approve(found, found.state, byAdmin));
    setParty(state, shop, { twoAbove: 0n, approveBy: 'session' });
    const next = approve(found, state, byThird, { isSignedIn: true });
    expect(words(next)).toEqual(['pending']);
    expect([...next.changes.changedApprovals]).toMatchObject([
      { firstDecidedBy: third, firstSignedIn: true },
    ]);
    const again = approve(found, stored(next), byAdmin, { isSignedIn: true });
    expect(words(again)).toEqual(['approved']);
  });
});
