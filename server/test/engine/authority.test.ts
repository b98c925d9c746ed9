import { describe, expect, it } from 'vitest';
import type { Delegation, Grant } from '../../src/engine/model/state.ts';
import { payment } from './commands.ts';
import { run, words } from './run.ts';
import { buyer, customer, grant, id, setAgent, setDelegation, shop, world } from './world.ts';

const porter = id('agt', 'porter');
const revoked = (one: Grant): Grant => ({ ...one, status: 'REVOKED' });
const reader = (one: Grant): Grant => ({ ...one, pays: false });

/** Returns the outcome of a payment from the customer's wallet, by an agent of the shop or by the shop itself. */
function outcomeOf(
  values: Partial<Delegation>,
  amount: bigint,
  agentId: typeof buyer | null,
): string | undefined {
  const state = world();
  setAgent(state, { id: porter });
  setDelegation(state, values);
  return words(run(state, payment({ actor: { agentId }, customerPartyId: customer, amount })))[0];
}

describe('an agent may pay for a customer', () => {
  it.each<[string, Partial<Delegation>, string]>([
    ['up to the limit of its grant', { grants: [grant(buyer, 400n)] }, 'COMPLETED'],
    ['above it only with an approval', { grants: [grant(buyer, 399n)] }, 'IN_REVIEW'],
    [
      'above a lower grant of another agent',
      { grants: [grant(buyer, 400n), grant(porter, 1n)] },
      'COMPLETED',
    ],
    [
      'not up to a higher grant of another agent',
      { grants: [grant(buyer, 1n), grant(porter, 400n)] },
      'IN_REVIEW',
    ],
    ['not if only another agent has a grant', { grants: [grant(porter, null)] }, 'delegation_forbids'],
    ['not under a revoked grant', { grants: [revoked(grant(buyer, null))] }, 'delegation_forbids'],
    ['not under a read-only grant', { grants: [reader(grant(buyer, null))] }, 'delegation_forbids'],
    ['not under a read-only delegation', { pays: false }, 'delegation_forbids'],
    ['not while the delegation is suspended', { status: 'SUSPENDED' }, 'customer_unknown'],
    ['not after the delegation was revoked', { status: 'REVOKED' }, 'customer_unknown'],
  ])('%s', (_what, values, end) => expect(outcomeOf(values, 400n, buyer)).toBe(end));
});

describe('a party may pay for a customer', () => {
  it.each<[string, Partial<Delegation>, string]>([
    [
      'up to the highest grant of its agents',
      { grants: [grant(buyer, 1n), grant(porter, 400n)] },
      'COMPLETED',
    ],
    ['above it only with an approval', { grants: [grant(porter, 399n), grant(buyer, 1n)] }, 'IN_REVIEW'],
    ['without a limit if a grant has none', { grants: [grant(buyer, 1n), grant(porter, null)] }, 'COMPLETED'],
    ['not up to a revoked grant', { grants: [grant(buyer, 1n), revoked(grant(porter, null))] }, 'IN_REVIEW'],
    ['not under a read-only grant', { grants: [reader(grant(buyer, null))] }, 'delegation_forbids'],
    ['not if no agent has a grant', { grants: [] }, 'delegation_forbids'],
    ['not while the delegation is suspended', { status: 'SUSPENDED' }, 'customer_unknown'],
  ])('%s', (_what, values, end) => expect(outcomeOf(values, 400n, null)).toBe(end));
});

describe('a payment', () => {
  it('under a delegation has the customer as payer, and the shop as initiator and maker', () => {
    const { changes } = run(world(), payment({ actor: { agentId: buyer }, customerPartyId: customer }));
    expect(changes.payments[0]).toMatchObject({
      payerPartyId: customer,
      initiatorPartyId: shop,
      agentId: buyer,
      credentialId: 'key',
    });
    expect(changes.counterparties).toEqual([{ payerPartyId: customer, payeePartyId: 'stranger' }]);
  });

  it("that names the actor's own party as customer needs no delegation", () => {
    const state = world();
    state.delegations.clear();
    expect(words(run(state, payment({ customerPartyId: shop })))).toEqual(['COMPLETED']);
  });

  it("to an agent goes to the agent's party and records the agent", () => {
    const state = world();
    const clerk = id('agt', 'clerk');
    setAgent(state, { id: clerk, partyId: customer });
    const { changes } = run(state, payment({ counterparty: { type: 'agent_id', agentId: clerk } }));
    expect(changes.payments[0]).toMatchObject({ payeePartyId: customer, recipientAgentId: clerk });
  });
});
