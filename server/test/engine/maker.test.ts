import { describe, expect, it } from 'vitest';
import type { Member } from '../../src/engine/model/state.ts';
import type { Actor } from '../../src/engine/model/actor.ts';
import { byAdmin, decision, payment, withdrawal } from './commands.ts';
import { approvalOf, lastPayment, lastTransfer, run, stored, words } from './run.ts';
import type { Run } from './run.ts';
import { admin, adminKey, buyer, customer, customerKey, id, key, owner, setMembers } from './world.ts';
import { setParty, shop, stranger, world } from './world.ts';

const otherKey = id('apy', 'other key');
const agentKey = id('agk', 'agent key');
const theOwner: Member = { userId: owner, role: 'OWNER' };
const theAdmin: Member = { userId: admin, role: 'ADMIN' };
const byOwner = { userId: owner, credentialId: key };
const byOwnersOtherKey = { userId: owner, credentialId: otherKey };

/** How a yes ends by this one to what that one asked for, in a party of these members. */
function endOf(
  maker: Partial<Actor>,
  decider: Partial<Actor>,
  members: Member[],
  madeByAgentKey = false,
): Run {
  const state = world();
  state.activeCredentials.add(otherKey).add(agentKey);
  setParty(state, shop, { perTransaction: 1n });
  setMembers(state, shop, ...members);
  const asked = run(state, payment({ actor: maker }));
  const about = lastPayment(asked);
  return run(stored(asked), decision(approvalOf(asked, about), about, { actor: decider, madeByAgentKey }));
}

describe('who asked for it', () => {
  it.each<[string, Partial<Actor>, Partial<Actor>, Member[]]>([
    ['may not approve it by the same key', byOwner, byOwner, [theOwner, theAdmin]],
    ['may not approve it by another key', byOwner, byOwnersOtherKey, [theOwner, theAdmin]],
    ['may not approve it as ADMIN', byAdmin, byAdmin, [theOwner, theAdmin]],
    [
      'may not have another user approve it by the same key',
      byOwner,
      { userId: admin, credentialId: key },
      [theOwner, theAdmin],
    ],
    [
      'may not approve it where its agent acted by header',
      { ...byOwner, agentId: buyer },
      byOwner,
      [theOwner, theAdmin],
    ],
    ['may not approve it alone but not as OWNER', byAdmin, byAdmin, [theAdmin]],
    ['may not approve it where it is not the member that is left', byOwner, byOwner, [theAdmin]],
    ['may not approve it where another OWNER is left', byOwner, byOwner, [{ userId: admin, role: 'OWNER' }]],
    ['may not approve it where nobody is left', byOwner, byOwner, []],
  ])('%s', (_what, maker, decider, members) => {
    expect(words(endOf(maker, decider, members))).toEqual(['maker_decides']);
  });

  it.each<[string, Partial<Actor>, Partial<Actor>, Member[]]>([
    ['has it approved by another user', byOwner, byAdmin, [theOwner, theAdmin]],
    ['as ADMIN has it approved by the OWNER', byAdmin, byOwner, [theOwner, theAdmin]],
    ['may approve it as OWNER and only user', byOwner, byOwner, [theOwner]],
    ['may approve it as OWNER and only user by another key', byOwner, byOwnersOtherKey, [theOwner]],
  ])('%s', (_what, maker, decider, members) => {
    expect(words(endOf(maker, decider, members))).toEqual(['approved']);
  });

  it.each([
    ['the only user', [theOwner]],
    ['one of two', [theOwner, theAdmin]],
  ])('may always deny it, as %s', (_what, members) => {
    const state = world();
    setParty(state, shop, { perTransaction: 1n });
    setMembers(state, shop, ...members);
    const asked = run(state, withdrawal());
    const about = lastTransfer(asked);
    const denial = decision(approvalOf(asked, about), about, { verdict: 'deny', actor: byOwner });
    expect(words(run(stored(asked), denial))).toEqual(['denied']);
  });

  it('is the agent where its own key asked: any user may decide, also the one who made that key', () => {
    const maker = { kind: 'agentKey', userId: owner, credentialId: agentKey, agentId: buyer } as const;
    for (const decider of [byOwner, byAdmin])
      expect(words(endOf(maker, decider, [theOwner, theAdmin], true))).toEqual(['approved']);
  });

  it('is the same user in another party: who belongs to both may not approve there what it asked for here', () => {
    const state = world();
    setParty(state, customer, { perTransaction: 1n });
    setMembers(state, customer, { userId: owner, role: 'ADMIN' }, { userId: admin, role: 'OWNER' });
    const asked = run(state, payment({ actor: byOwner, customerPartyId: customer }));
    const about = lastPayment(asked);
    const actor = { partyId: customer, userId: owner, credentialId: customerKey };
    const decide = decision(approvalOf(asked, about), about, { actor });
    expect(words(run(stored(asked), decide))).toEqual(['maker_decides']);
  });
});

describe('the audit log', () => {
  it('says where the only user of a party has approved its own', () => {
    const { changes } = endOf(byOwner, byOwner, [theOwner]);
    expect(changes.audits).toMatchObject([
      { decision: 'accepted', reason: 'approved by who made it, the only user of the party' },
    ]);
  });

  it('says nothing of the kind otherwise', () => {
    const { changes } = endOf(byOwner, { ...byAdmin, credentialId: adminKey }, [theOwner, theAdmin]);
    expect(changes.audits).toMatchObject([{ decision: 'accepted', reason: null }]);
  });

  it('and nothing of it where the only user decides on what an agent asked for by its own key', () => {
    const maker = { kind: 'agentKey', credentialId: agentKey, agentId: buyer } as const;
    const { changes } = endOf(maker, byOwner, [theOwner], true);
    expect(changes.audits).toMatchObject([{ decision: 'accepted', reason: null }]);
    expect(changes.payments).toEqual([]);
    expect([...changes.changedPayments]).toMatchObject([{ payeePartyId: stranger, status: 'COMPLETED' }]);
  });
});
