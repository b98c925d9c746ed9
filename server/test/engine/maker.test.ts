import { describe, expect, it } from 'vitest';
import type { Member } from '../../src/engine/model/state.ts';
import type { Actor } from '../../src/engine/model/actor.ts';
import { byAdmin, decision, payment, withdrawal } from './commands.ts';
import { approvalOf, lastPayment, lastTransfer, run, type Run, stored, words } from './run.ts';
import {
  admin,
  adminKey,
  anOwnersKey,
  buyer,
  customer,
  customerKey,
  id,
  key,
  owner,
  setAgent,
  setMembers,
  setParty,
  shop,
  stranger,
  world,
} from './world.ts';

const otherKey = id('apy', 'other key');
const agentKey = id('agk', 'agent key');
const theOwner: Member = { userId: owner, role: 'OWNER' };
const theAdmin: Member = { userId: admin, role: 'ADMIN' };
const aMember: Member = { userId: id('usr', 'a member'), role: 'MEMBER' };
const byOwner = { userId: owner, credentialId: key };
const byKeyOfOwner = { kind: 'agentKey', userId: owner, credentialId: agentKey, agentId: buyer } as const;
const byOwnersOtherKey = { userId: owner, credentialId: otherKey };

/** The result of an approval by `decider` of a payment by `maker` over the party's limit, in a party with these members. */
function endOf(
  maker: Partial<Actor>,
  decider: Partial<Actor>,
  members: Member[],
  madeByAgentKey = false,
  limited: 'party' | 'agent' = 'party',
): Run {
  const state = world();
  state.activeCredentials.set(otherKey, anOwnersKey).set(agentKey, anOwnersKey);
  if (limited === 'party') setParty(state, shop, { perTransaction: 1n });
  else setAgent(state, { perTransaction: 1n });
  setMembers(state, shop, ...members);
  const reviewed = run(state, payment({ actor: maker }));
  const about = lastPayment(reviewed);
  return run(
    stored(reviewed),
    decision(approvalOf(reviewed, about), about, { actor: decider, madeByAgentKey }),
  );
}

describe('the maker', () => {
  it.each<[string, Partial<Actor>, Partial<Actor>, Member[]]>([
    ['may not approve with the same key', byOwner, byOwner, [theOwner, theAdmin]],
    ['may not approve with another key', byOwner, byOwnersOtherKey, [theOwner, theAdmin]],
    ['may not approve as ADMIN', byAdmin, byAdmin, [theOwner, theAdmin]],
    [
      'may not let another user approve with the same key',
      byOwner,
      { userId: admin, credentialId: key },
      [theOwner, theAdmin],
    ],
    [
      'may not approve when its agent acted by header',
      { ...byOwner, agentId: buyer },
      byOwner,
      [theOwner, theAdmin],
    ],
    ['may not approve as OWNER beside an ADMIN', byOwner, byOwner, [theOwner, aMember, theAdmin]],
    ['may not approve as the only user without being OWNER', byAdmin, byAdmin, [theAdmin]],
    ['may not approve when another user is the only member', byOwner, byOwner, [theAdmin]],
    [
      'may not approve when another user is the only OWNER',
      byOwner,
      byOwner,
      [{ userId: admin, role: 'OWNER' }],
    ],
    ['may not approve in a party without members', byOwner, byOwner, []],
  ])('%s', (_what, maker, decider, members) => {
    expect(words(endOf(maker, decider, members))).toEqual(['maker_decides']);
  });

  it.each<[string, Partial<Actor>, Partial<Actor>, Member[]]>([
    ['may have another user approve', byOwner, byAdmin, [theOwner, theAdmin]],
    ['may as ADMIN have the OWNER approve', byAdmin, byOwner, [theOwner, theAdmin]],
    ['may approve as OWNER and only user', byOwner, byOwner, [theOwner]],
    ['may approve as OWNER beside a MEMBER, who may not decide', byOwner, byOwner, [aMember, theOwner]],
    ['may approve as OWNER and only user with another key', byOwner, byOwnersOtherKey, [theOwner]],
  ])('%s', (_what, maker, decider, members) => {
    expect(words(endOf(maker, decider, members))).toEqual(['approved']);
  });

  it.each([
    ['the only user', [theOwner]],
    ['one of two', [theOwner, theAdmin]],
  ])('may always deny, as %s', (_what, members) => {
    const state = world();
    setParty(state, shop, { perTransaction: 1n });
    setMembers(state, shop, ...members);
    const reviewed = run(state, withdrawal());
    const about = lastTransfer(reviewed);
    const denial = decision(approvalOf(reviewed, about), about, { verdict: 'deny', actor: byOwner });
    expect(words(run(stored(reviewed), denial))).toEqual(['denied']);
  });

  it('is the agent when it used its own key over its own limit: any user may decide, even who created that key', () => {
    for (const decider of [byOwner, byAdmin])
      expect(words(endOf(byKeyOfOwner, decider, [theOwner, theAdmin], true, 'agent'))).toEqual(['approved']);
  });

  it('is also who created the key that the agent used, over the limit of the party', () => {
    const ends = [byOwner, byOwnersOtherKey, byAdmin].map((decider) =>
      words(endOf(byKeyOfOwner, decider, [theOwner, theAdmin], true)),
    );
    expect(ends).toEqual([['maker_decides'], ['maker_decides'], ['approved']]);
  });

  it('is who created the key, too, where the party sets its limit after the request', () => {
    const state = world();
    state.activeCredentials.set(agentKey, anOwnersKey);
    setAgent(state, { perTransaction: 1n });
    setMembers(state, shop, theOwner, theAdmin);
    const reviewed = run(state, payment({ actor: byKeyOfOwner }));
    const about = lastPayment(reviewed);
    const later = stored(reviewed);
    setParty(later, shop, { perTransaction: 1n });
    const decide = (actor: Partial<Actor>) =>
      words(run(later, decision(approvalOf(reviewed, about), about, { actor, madeByAgentKey: true })));
    expect([decide(byOwner), decide(byAdmin)]).toEqual([['maker_decides'], ['approved']]);
  });

  it('is the same user in every party: a member of both may not approve for the customer what it made', () => {
    const state = world();
    setParty(state, customer, { perTransaction: 1n });
    setMembers(state, customer, { userId: owner, role: 'ADMIN' }, { userId: admin, role: 'OWNER' });
    const reviewed = run(state, payment({ actor: byOwner, customerPartyId: customer }));
    const about = lastPayment(reviewed);
    const actor = { partyId: customer, userId: owner, credentialId: customerKey };
    const decide = decision(approvalOf(reviewed, about), about, { actor });
    expect(words(run(stored(reviewed), decide))).toEqual(['maker_decides']);
  });
});

describe('the audit log', () => {
  it('says when the only user of a party has approved its own request', () => {
    const { changes } = endOf(byOwner, byOwner, [theOwner]);
    expect(changes.audits).toMatchObject([
      { decision: 'accepted', reason: 'approved by who made it: no other user of the party may decide' },
    ]);
  });

  it('says nothing about the maker otherwise', () => {
    const { changes } = endOf(byOwner, { ...byAdmin, credentialId: adminKey }, [theOwner, theAdmin]);
    expect(changes.audits).toMatchObject([{ decision: 'accepted', reason: null }]);
  });

  it('says nothing about the maker when the only user approves what an agent made with its own key', () => {
    const maker = { kind: 'agentKey', credentialId: agentKey, agentId: buyer } as const;
    const { changes } = endOf(maker, byOwner, [theOwner], true, 'agent');
    expect(changes.audits).toMatchObject([{ decision: 'accepted', reason: null }]);
    expect(changes.payments).toEqual([]);
    expect([...changes.changedPayments]).toMatchObject([{ payeePartyId: stranger, status: 'COMPLETED' }]);
  });
});
