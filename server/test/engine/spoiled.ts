import type { Command } from '../../src/engine/decide/commands.ts';
import type { Refusal } from '../../src/engine/model/outcomes.ts';
import type { Payment, Transfer } from '../../src/engine/model/records.ts';
import type { LoadedState } from '../../src/engine/model/state.ts';
import type { IdempotencyKey } from '../../src/engine/model/actor.ts';
import { maxAmount } from '../../src/lib/money.ts';
import { byAdmin, cancellation, decision, keyed, payment, withdrawal } from './commands.ts';
import { lastPayment, lastTransfer, next, run, stored } from './run.ts';
import { account, adminKey, buyer, customer, customerAccount, id, key, now } from './world.ts';
import { owner, setAccount, setAgent, setDelegation, setWallets, shop, stranger, wallet } from './world.ts';
import { world } from './world.ts';

export type Asking = { state: LoadedState; command: Command };

/** A kind of command, what can be wrong with it in the order of refusals, and one with just these faults. */
export type Spoilable = {
  what: string;
  order: readonly Refusal[];
  /** How it ends without a fault. */
  end: string;
  spoiled: (has: (fault: Refusal) => boolean) => Asking;
};

type Has = (fault: Refusal) => boolean;

const porter = id('agt', 'porter');
const nobody = id('agt', 'nobody');
const idempotency = keyed('key');
const caller = ['credential_revoked', 'agent_inactive', 'key_reused'] as const;

/** The faults of any caller. */
function spoilCaller(state: LoadedState, has: Has, credential: string, used: IdempotencyKey): void {
  if (has('credential_revoked')) state.activeCredentials.delete(credential);
  const response = { status: 201, body: '', fingerprint: Buffer.from('another') };
  if (has('key_reused')) state.responses.set(used.digest, response);
}

/** The faults of a wallet that has to pay 10.00 USD. */
function spoilWallet(state: LoadedState, partyId: typeof shop, has: Has): void {
  const status = has('wallet_frozen') ? 'frozen' : 'active';
  setWallets(state, wallet(partyId, { posted: has('insufficient_funds') ? 999n : 1_000n, status }));
}

/** The shop's agent pays the stranger from the customer's wallet. */
const paying: Spoilable = {
  what: 'a payment',
  end: 'COMPLETED',
  order: [
    ...caller,
    'customer_unknown',
    'delegation_forbids',
    'recipient_agent_unknown',
    'recipient_party_unknown',
    'pays_itself',
    'wallet_frozen',
    'insufficient_funds',
    'recipient_full',
  ],
  spoiled(has) {
    const state = world();
    const payee = has('pays_itself') ? customer : stranger;
    const retired = id('agt', 'retired');
    setAgent(state, { id: retired, partyId: payee, status: 'REVOKED' });
    setWallets(state, wallet(stranger, { posted: has('recipient_full') ? maxAmount : 0n }));
    spoilWallet(state, customer, has);
    spoilCaller(state, has, key, idempotency);
    if (has('agent_inactive')) setAgent(state, { status: 'REVOKED' });
    setDelegation(state, {
      status: has('customer_unknown') ? 'SUSPENDED' : 'ACTIVE',
      pays: !has('delegation_forbids'),
    });
    if (has('recipient_party_unknown')) state.parties.delete(payee);
    const command = payment({
      actor: { agentId: buyer },
      idempotency,
      customerPartyId: customer,
      counterparty: has('recipient_agent_unknown')
        ? { type: 'agent_id', agentId: retired }
        : { type: 'party_id', partyId: payee },
    });
    return { state, command };
  },
};

/** The shop's agent withdraws to the shop's account. */
const withdrawing: Spoilable = {
  what: 'a withdrawal',
  end: 'PROCESSING',
  order: [
    ...caller,
    'external_account_unknown',
    'external_account_unusable',
    'wallet_frozen',
    'insufficient_funds',
  ],
  spoiled(has) {
    const state = world();
    spoilCaller(state, has, key, idempotency);
    if (has('agent_inactive')) setAgent(state, { status: 'REVOKED' });
    const status = has('external_account_unusable') ? 'pending' : 'active';
    setAccount(state, { status });
    setAccount(state, { id: customerAccount, partyId: customer, status });
    spoilWallet(state, shop, has);
    const externalAccountId = has('external_account_unknown') ? customerAccount : account;
    return { state, command: withdrawal({ actor: { agentId: buyer }, idempotency, externalAccountId }) };
  },
};

const deciding: readonly Refusal[] = [
  'approval_decided',
  'approval_expired',
  'not_the_decider',
  'maker_decides',
  'authority_gone',
];

/** The shop's second user approves what its agent asked for with the owner's key. */
function decideOn(about: Payment | Transfer, state: LoadedState, has: Has): Asking {
  const [approval] = state.approvals.get(about.id) ?? [];
  if (!approval) throw new Error('it waits for an approval');
  if (has('approval_decided')) approval.status = 'denied';
  if (has('approval_expired')) approval.dueAt = now;
  if (has('authority_gone')) setAgent(state, { status: 'REVOKED' });
  spoilWallet(state, shop, has);
  const maker = has('maker_decides') ? { userId: owner, credentialId: key } : byAdmin;
  const actor = {
    ...maker,
    partyId: has('not_the_decider') ? customer : shop,
    agentId: has('agent_inactive') ? nobody : null,
  };
  const used = { ...idempotency, partyId: actor.partyId };
  spoilCaller(state, has, maker.credentialId ?? adminKey, used);
  return { state, command: decision(approval, about, { actor, idempotency: used }) };
}

const approvingPayment: Spoilable = {
  what: 'an approval of a payment',
  end: 'approved',
  order: [...caller, ...deciding, 'wallet_frozen', 'insufficient_funds', 'recipient_full'],
  spoiled(has) {
    const before = world();
    setAgent(before, { perTransaction: 1n });
    const asked = run(before, payment({ actor: { agentId: buyer } }));
    const state = stored(asked);
    setWallets(state, wallet(stranger, { posted: has('recipient_full') ? maxAmount : 0n }));
    return decideOn(lastPayment(asked), state, has);
  },
};

const approvingWithdrawal: Spoilable = {
  what: 'an approval of a withdrawal',
  end: 'approved',
  order: [...caller, ...deciding, 'external_account_unusable', 'wallet_frozen', 'insufficient_funds'],
  spoiled(has) {
    const before = world();
    setAgent(before, { perTransaction: 1n });
    const asked = run(before, withdrawal({ actor: { agentId: buyer } }));
    const state = stored(asked);
    setAccount(state, { status: has('external_account_unusable') ? 'disabled' : 'active' });
    return decideOn(lastTransfer(asked), state, has);
  },
};

/** Who cancels what the shop's agent asked for: it, another agent, or somebody of another party. */
function cancelBy(about: Payment | Transfer, state: LoadedState, has: Has): Asking {
  const partyId = has('not_the_sender') ? stranger : shop;
  setAgent(state, { id: porter, partyId });
  const others = has('not_this_agent') ? porter : has('not_the_sender') ? null : buyer;
  const agentId = has('agent_inactive') ? nobody : others;
  const used = { ...idempotency, partyId };
  spoilCaller(state, has, key, used);
  return { state, command: cancellation(about, { actor: { partyId, agentId }, idempotency: used }) };
}

const cancelingPayment: Spoilable = {
  what: 'a cancellation of a payment',
  end: 'CANCELED',
  order: [...caller, 'not_the_sender', 'not_this_agent', 'payment_ended'],
  spoiled(has) {
    const before = world();
    if (!has('payment_ended')) setAgent(before, { perTransaction: 1n });
    const asked = run(before, payment({ actor: { agentId: buyer } }));
    return cancelBy(lastPayment(asked), stored(asked), has);
  },
};

const cancelingTransfer: Spoilable = {
  what: 'a cancellation of a withdrawal',
  end: 'CANCELED',
  order: [...caller, 'not_the_sender', 'not_this_agent', 'transfer_ended'],
  spoiled(has) {
    const asked = run(world(), withdrawal({ actor: { agentId: buyer } }));
    const gone = has('transfer_ended') ? next(asked, cancellation(lastTransfer(asked))) : asked;
    return cancelBy(lastTransfer(gone), stored(gone), has);
  },
};

export const spoilables = [
  paying,
  withdrawing,
  approvingPayment,
  approvingWithdrawal,
  cancelingPayment,
  cancelingTransfer,
];
