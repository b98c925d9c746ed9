import type { Approval, Payment, Transfer } from '../../src/engine/model/records.ts';
import type { LoadedState } from '../../src/engine/model/state.ts';
import { payment, withdrawal } from './commands.ts';
import { approvalsOf, lastPayment, lastTransfer, run, stored } from './run.ts';
import { buyer, customer, grant, setAgent, setDelegation, world } from './world.ts';

/** The world, with an agent that needs an approval for every amount. */
export function limitedWorld(): LoadedState {
  const state = world();
  setAgent(state, { perTransaction: 1n });
  return state;
}

export type InReview<T> = { state: LoadedState; it: T; approvals: Approval[]; approval: Approval };

/** A payment by the shop's agent that waits for the shop's approval, unless `values` differ. */
export function paymentInReview(
  values: Parameters<typeof payment>[0] = {},
  before = limitedWorld(),
): InReview<Payment> {
  const after = run(before, payment({ ...values, actor: { agentId: buyer, ...values.actor } }));
  return inReview(stored(after), lastPayment(after));
}

/** A withdrawal by the shop's agent that waits for the shop's approval, unless `values` differ. */
export function withdrawalInReview(
  values: Parameters<typeof withdrawal>[0] = {},
  before = limitedWorld(),
): InReview<Transfer> {
  const after = run(before, withdrawal({ ...values, actor: { agentId: buyer, ...values.actor } }));
  return inReview(stored(after), lastTransfer(after));
}

/** A payment from the customer's wallet that exceeds a limit of the shop's agent and the customer's grant. */
export function paymentOfTwoOwners(): InReview<Payment> & { byShop: Approval; byCustomer: Approval } {
  const state = limitedWorld();
  setDelegation(state, { grants: [grant(buyer, 1n)] });
  const found = paymentInReview({ customerPartyId: customer }, state);
  const [byShop, byCustomer] = found.approvals;
  if (!byShop || !byCustomer) throw new Error('two approvals were expected');
  return { ...found, byShop, byCustomer };
}

function inReview<T extends Payment | Transfer>(state: LoadedState, it: T): InReview<T> {
  const approvals = approvalsOf(state, it);
  const [approval] = approvals;
  if (!approval) throw new Error('it waits for an approval');
  return { state, it, approvals, approval };
}
