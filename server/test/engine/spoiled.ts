import type { Refusal } from '../../src/engine/model/outcomes.ts';
import type { Payment, Transfer } from '../../src/engine/model/records.ts';
import { contactKey } from '../../src/engine/model/counterparty.ts';
import type { LoadedState } from '../../src/engine/model/state.ts';
import { maxAmount } from '../../src/lib/money.ts';
import { byAdmin, cancellation, decision, keyed, payment, withdrawal } from './commands.ts';
import { lastPayment, lastTransfer, next, run, stored } from './run.ts';
import {
  account,
  admin,
  adminKey,
  buyer,
  customer,
  customerAccount,
  grant,
  id,
  key,
  newcomer,
  now,
  owner,
  setAccount,
  setAgent,
  setDelegation,
  setWallets,
  shop,
  stranger,
  wallet,
  world,
} from './world.ts';
import {
  actorRefusals,
  type Case,
  type Has,
  idleAgent,
  onlyEuros,
  type Spoilable,
  spoilActor,
  spoilAgent,
  spoilFee,
  spoilNamedWallet,
  spoilPayer,
} from './faults.ts';
import { movingBetweenWallets } from './spoiled-transfer.ts';
import { cancelingDeposit, drawing, fulfillingFromAccount } from './spoiled-funding.ts';
import { marking, payingOutFees, writingOff } from './spoiled-operator.ts';
import { fulfilling } from './spoiled-requests.ts';
import { refunding } from './spoiled-refund.ts';

const porter = id('agt', 'porter');
const idempotency = keyed('key');

/** Lets what the shop's agent asks for need an approval, for which as much of it waits as may. */
function spoilReview(state: LoadedState, has: Has): void {
  const agent = state.agents.get(buyer);
  if (!has('too_many_in_review') || !agent) return;
  state.agents.set(buyer, { ...agent, perTransaction: 1n });
  state.inReview.set(buyer, 50);
}

/** A payment by the shop's agent to the stranger from the customer's wallet. */
const paying: Spoilable = {
  what: 'a payment',
  end: 'COMPLETED',
  order: [
    ...actorRefusals,
    'customer_unknown',
    'delegation_forbids',
    'agent_required',
    'party_frozen',
    'recipient_agent_unknown',
    'recipient_party_unknown',
    'pays_itself',
    'wallet_unknown',
    'wallet_in_other_currency',
    'wallet_not_allowed',
    'wallet_closed',
    'rule_broken',
    'too_many_in_review',
    'wallet_frozen',
    'amount_owed',
    'insufficient_funds',
    'fee_not_covered',
    'recipient_full',
  ],
  spoiled(has) {
    const state = world();
    const isAlone = has('agent_required') && !has('agent_inactive') && !has('agent_suspended');
    const payee = has('pays_itself') ? customer : stranger;
    const retired = id('agt', 'retired');
    setAgent(state, { id: retired, partyId: payee, status: 'REVOKED' });
    setWallets(state, wallet(stranger, { posted: has('recipient_full') ? maxAmount : 0n }));
    spoilPayer(state, customer, has);
    spoilActor(state, has, key, idempotency);
    spoilAgent(state, has);
    spoilReview(state, has);
    setDelegation(state, {
      status: has('customer_unknown') ? 'SUSPENDED' : 'ACTIVE',
      pays: !has('delegation_forbids'),
      grants: [{ ...grant(buyer, null), rules: isAlone ? onlyEuros : null }],
    });
    if (has('recipient_party_unknown')) state.parties.delete(payee);
    const command = payment({
      actor: { agentId: isAlone ? null : buyer },
      idempotency,
      customerPartyId: customer,
      walletId: spoilNamedWallet(state, customer, has),
      counterparty: has('recipient_agent_unknown')
        ? { type: 'agent_id', agentId: retired }
        : { type: 'party_id', partyId: payee },
    });
    return { state, command };
  },
};

/** A withdrawal by the shop's agent to the shop's account. */
const withdrawing: Spoilable = {
  what: 'a withdrawal',
  end: 'PROCESSING',
  order: [
    ...actorRefusals,
    'party_frozen',
    'external_account_unknown',
    'external_account_unusable',
    'wallet_unknown',
    'wallet_in_other_currency',
    'wallet_not_allowed',
    'wallet_closed',
    'rule_broken',
    'too_many_in_review',
    'wallet_frozen',
    'amount_owed',
    'insufficient_funds',
    'fee_not_covered',
  ],
  spoiled(has) {
    const state = world();
    spoilActor(state, has, key, idempotency);
    spoilAgent(state, has);
    spoilReview(state, has);
    const status = has('external_account_unusable') ? 'pending' : 'active';
    setAccount(state, { status });
    setAccount(state, { id: customerAccount, partyId: customer, status });
    spoilPayer(state, shop, has);
    const externalAccountId = has('external_account_unknown') ? customerAccount : account;
    const walletId = spoilNamedWallet(state, shop, has);
    const command = withdrawal({ actor: { agentId: buyer }, idempotency, externalAccountId, walletId });
    return { state, command };
  },
};

const deciding: readonly Refusal[] = [
  'approval_decided',
  'approval_expired',
  'not_the_decider',
  'approver_not_signed_in',
  'maker_decides',
  'approved_already',
  'requester_suspended',
  'party_frozen',
  'authority_gone',
];

/** An approval by the shop's second user of what its agent requested with the owner's key. */
function decideOn(about: Payment | Transfer, state: LoadedState, has: Has): Case {
  const [approval] = state.approvals.get(about.id) ?? [];
  if (!approval) throw new Error('it waits for an approval');
  if (has('approval_decided')) approval.status = 'denied';
  if (has('approval_expired')) approval.dueAt = now;
  if (has('requester_suspended')) setAgent(state, { status: 'SUSPENDED' });
  else if (has('authority_gone')) setAgent(state, { status: 'REVOKED' });
  spoilPayer(state, shop, has);
  const deciders = state.parties.get(shop);
  if (deciders && has('approver_not_signed_in')) deciders.approveBy = 'session';
  if (deciders && has('approved_already')) {
    deciders.twoAbove = 0n;
    const first = { firstDecidedBy: admin, firstDecidedWith: adminKey, firstDecidedAt: now } as const;
    Object.assign(approval, { ...first, firstSignedIn: true });
  }
  const maker = has('maker_decides') ? { userId: owner, credentialId: key } : byAdmin;
  const partyId = has('not_the_decider') ? customer : shop;
  const actor = { ...maker, partyId, agentId: idleAgent(state, partyId, has) };
  const used = { ...idempotency, partyId: actor.partyId };
  spoilActor(state, has, maker.credentialId ?? adminKey, used);
  return { state, command: decision(approval, about, { actor, idempotency: used }) };
}

const approvingPayment: Spoilable = {
  what: 'an approval of a payment',
  end: 'approved',
  order: [
    ...actorRefusals,
    ...deciding,
    'recipient_is_payer',
    'wallet_frozen',
    'amount_owed',
    'insufficient_funds',
    'fee_not_covered',
    'recipient_full',
  ],
  spoiled(has) {
    const before = world();
    setAgent(before, { perTransaction: 1n });
    spoilFee(before, has);
    const reviewed = run(before, payment({ actor: { agentId: buyer }, counterparty: newcomer }));
    const state = stored(reviewed);
    const partyId = has('recipient_is_payer') ? shop : stranger;
    state.contacts.set(contactKey(newcomer.contact), { partyId, active: true });
    setWallets(state, wallet(stranger, { posted: has('recipient_full') ? maxAmount : 0n }));
    return decideOn(lastPayment(reviewed), state, has);
  },
};

const approvingWithdrawal: Spoilable = {
  what: 'an approval of a withdrawal',
  end: 'approved',
  order: [
    ...actorRefusals,
    ...deciding,
    'external_account_unusable',
    'wallet_frozen',
    'amount_owed',
    'insufficient_funds',
    'fee_not_covered',
  ],
  spoiled(has) {
    const before = world();
    setAgent(before, { perTransaction: 1n });
    spoilFee(before, has);
    const reviewed = run(before, withdrawal({ actor: { agentId: buyer } }));
    const state = stored(reviewed);
    setAccount(state, { status: has('external_account_unusable') ? 'disabled' : 'active' });
    return decideOn(lastTransfer(reviewed), state, has);
  },
};

/** A cancellation of what the shop's agent made, by that agent, another agent or another party. */
function cancelBy(about: Payment | Transfer, state: LoadedState, has: Has): Case {
  const partyId = has('not_the_sender') ? stranger : shop;
  setAgent(state, { id: porter, partyId });
  const others = has('not_this_agent') ? porter : has('not_the_sender') ? null : buyer;
  const agentId = idleAgent(state, partyId, has) ?? others;
  const used = { ...idempotency, partyId };
  spoilActor(state, has, key, used);
  return { state, command: cancellation(about, { actor: { partyId, agentId }, idempotency: used }) };
}

const cancelingPayment: Spoilable = {
  what: 'a cancellation of a payment from a customer’s wallet',
  end: 'CANCELED',
  order: [
    ...actorRefusals,
    'not_the_sender',
    'not_this_agent',
    'delegation_suspended',
    'delegation_ended',
    'delegation_narrowed',
    'payment_ended',
  ],
  spoiled(has) {
    const before = world();
    if (!has('payment_ended')) setAgent(before, { perTransaction: 1n });
    const counterparty = { type: 'party_id', partyId: stranger } as const;
    const made = run(before, payment({ actor: { agentId: buyer }, customerPartyId: customer, counterparty }));
    const state = stored(made);
    const ended = has('delegation_ended') ? 'REVOKED' : 'ACTIVE';
    setDelegation(state, {
      status: has('delegation_suspended') ? 'SUSPENDED' : ended,
      pays: !has('delegation_narrowed'),
    });
    return cancelBy(lastPayment(made), state, has);
  },
};

const cancelingTransfer: Spoilable = {
  what: 'a cancellation of a withdrawal',
  end: 'CANCELED',
  order: [...actorRefusals, 'not_the_sender', 'not_this_agent', 'transfer_ended'],
  spoiled(has) {
    const made = run(world(), withdrawal({ actor: { agentId: buyer } }));
    const target = has('transfer_ended') ? next(made, cancellation(lastTransfer(made))) : made;
    return cancelBy(lastTransfer(target), stored(target), has);
  },
};

export const spoilables = [
  paying,
  movingBetweenWallets,
  fulfilling,
  fulfillingFromAccount,
  refunding,
  withdrawing,
  approvingPayment,
  approvingWithdrawal,
  cancelingPayment,
  cancelingTransfer,
  cancelingDeposit,
  drawing,
  marking,
  payingOutFees,
  writingOff,
];
