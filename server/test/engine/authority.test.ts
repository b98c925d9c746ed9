import { describe, expect, it } from 'vitest';
import type { Delegation, Grant } from '../../src/engine/model/state.ts';
import { payment } from './commands.ts';
import { run, words } from './run.ts';
import { buyer, customer, grant, id, setAgent, setDelegation, shop, world } from './world.ts';

const porter = id('agt', 'porter');
const revoked = (one: Grant): Grant => ({ ...one, status: 'REVOKED' });
const reader = (one: Grant): Grant => ({ ...one, pays: false });

/** How a payment from the customer's wallet ends, by an agent of the shop or by the shop itself. */
function endOf(
  values: Partial<Delegation>,
  amount: bigint,
  agentId: typeof buyer | null,
): string | undefined {
  const state = world();
  setAgent(state, { id: porter });
  setDelegation(state, values);
  return words(run(state, payment({ actor: { agentId }, customerPartyId: customer, amount })))[0];
}

describe('an agent pays for a customer', () => {
  it.each<[string, Partial<Delegation>, string]>([
    ['up to what it was granted', { grants: [grant(buyer, 400n)] }, 'COMPLETED'],
    ['not above it without approval', { grants: [grant(buyer, 399n)] }, 'IN_REVIEW'],
    [
      'whatever another agent was granted less',
      { grants: [grant(buyer, 400n), grant(porter, 1n)] },
      'COMPLETED',
    ],
    [
      'never by what another agent was granted',
      { grants: [grant(buyer, 1n), grant(porter, 400n)] },
      'IN_REVIEW',
    ],
    ['not where only another agent was granted it', { grants: [grant(porter, null)] }, 'delegation_forbids'],
    ['not by a grant that was revoked', { grants: [revoked(grant(buyer, null))] }, 'delegation_forbids'],
    ['not by a grant to read', { grants: [reader(grant(buyer, null))] }, 'delegation_forbids'],
    ['not where the delegation is to read', { pays: false }, 'delegation_forbids'],
    ['not while the delegation is suspended', { status: 'SUSPENDED' }, 'customer_unknown'],
    ['not after the delegation was revoked', { status: 'REVOKED' }, 'customer_unknown'],
  ])('%s', (_what, values, end) => {
    expect(endOf(values, 400n, buyer)).toBe(end);
  });
});

describe('a party pays for a customer', () => {
  it.each<[string, Partial<Delegation>, string]>([
    [
      'up to the largest grant of its agents',
      { grants: [grant(buyer, 1n), grant(porter, 400n)] },
      'COMPLETED',
    ],
    ['not above it without approval', { grants: [grant(porter, 399n), grant(buyer, 1n)] }, 'IN_REVIEW'],
    [
      'without bound where a grant has none',
      { grants: [grant(buyer, 1n), grant(porter, null)] },
      'COMPLETED',
    ],
    [
      'not by a grant that was revoked',
      { grants: [grant(buyer, 1n), revoked(grant(porter, null))] },
      'IN_REVIEW',
    ],
    ['not by a grant to read', { grants: [reader(grant(buyer, null))] }, 'delegation_forbids'],
    ['not where no agent was granted anything', { grants: [] }, 'delegation_forbids'],
    ['not while the delegation is suspended', { status: 'SUSPENDED' }, 'customer_unknown'],
  ])('%s', (_what, values, end) => {
    expect(endOf(values, 400n, null)).toBe(end);
  });
});

describe('whose payment it is', () => {
  it('a delegated one: the customer pays, the shop initiated it, its credential made it', () => {
    const { changes } = run(world(), payment({ actor: { agentId: buyer }, customerPartyId: customer }));
    expect(changes.payments[0]).toMatchObject({
      payerPartyId: customer,
      initiatorPartyId: shop,
      agentId: buyer,
      credentialId: 'key',
    });
    expect(changes.counterparties).toEqual([{ payerPartyId: customer, payeePartyId: 'stranger' }]);
  });

  it('one for the own party needs no delegation', () => {
    const state = world();
    state.delegations.clear();
    expect(words(run(state, payment({ customerPartyId: shop })))).toEqual(['COMPLETED']);
  });

  it('one to an agent reaches its party and says which agent was meant', () => {
    const state = world();
    const clerk = id('agt', 'clerk');
    setAgent(state, { id: clerk, partyId: customer });
    const { changes } = run(state, payment({ counterparty: { type: 'agent_id', agentId: clerk } }));
    expect(changes.payments[0]).toMatchObject({ payeePartyId: customer, recipientAgentId: clerk });
  });
});
