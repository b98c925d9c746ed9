import type { Dated } from '../../src/engine/model/actor.ts';
import type { Pay } from '../../src/engine/commands/pay.ts';
import type { DrawFrom } from '../../src/engine/rules/draw.ts';
import type { LoadedState } from '../../src/engine/model/state.ts';
import { maxAmount } from '../../src/lib/money.ts';
import { cancellation, drawn, fulfilment, keyed } from './commands.ts';
import {
  actorRefusals,
  type Has,
  idleAgent,
  type Spoilable,
  spoilActor,
  spoilDebt,
  spoilNamedWallet,
} from './faults.ts';
import { lastTransfer, run, stored } from './run.ts';
import {
  account,
  customer,
  customerAccount,
  id,
  key,
  now,
  setAccount,
  setParty,
  setPaymentRequest,
  setWallets,
  shop,
  stranger,
  wallet,
  world,
} from './world.ts';

const idempotency = keyed('key');
const rail = { name: 'ach', settlesIn: { ms: 60_000 } };
const newIds = {
  transfer: id('trf', 'deposit'),
  wallet: id('wal', 'opened'),
  receivable: id('wal', 'receivable'),
};

/** The shop's account, from which a rail without bounds draws. */
const fromAccount: DrawFrom = { externalAccountId: account, rail, tooLarge: null, newIds };

/** A payment by the shop of the stranger's request, from the shop's account, unless `values` differ. */
export const funded = (values: Parameters<typeof fulfilment>[0] = {}): Dated<Pay> =>
  fulfilment({ drawFrom: fromAccount, ...values });

/** The account to draw from, with the faults of the account and of the rail. */
function spoilAccount(state: LoadedState, unknown: boolean, unusable: boolean, has: Has): DrawFrom {
  setAccount(state, { status: unusable ? 'pending' : 'active' });
  setAccount(state, { id: customerAccount, partyId: customer });
  const bounds = ['deposit_too_large', 'deposits_too_large'] as const;
  const externalAccountId = unknown ? customerAccount : account;
  return { ...fromAccount, externalAccountId, tooLarge: bounds.find(has) ?? null };
}

/** Returns a world in which the stranger asks the shop for 10.00 USD, and the shop has an account. */
export function askedWorld(): LoadedState {
  const state = world();
  setAccount(state);
  setPaymentRequest(state);
  return state;
}

/** A payment by the shop of the stranger's request, from an account. */
export const fulfillingFromAccount: Spoilable = {
  what: 'a payment of a request from an account',
  end: 'PROCESSING',
  order: [
    ...actorRefusals,
    'not_the_payer',
    'request_closed',
    'party_frozen',
    'needs_approval',
    'paying_account_unknown',
    'paying_account_unusable',
    'wallet_frozen',
    'amount_owed',
    'deposit_too_large',
    'deposits_too_large',
    'recipient_full',
  ],
  spoiled(has) {
    const state = world();
    spoilActor(state, has, key, idempotency);
    setParty(state, shop, {
      status: has('party_frozen') ? 'FROZEN' : 'ACTIVE',
      perTransaction: has('needs_approval') ? 999n : null,
    });
    const status = has('wallet_frozen') ? 'frozen' : 'active';
    setWallets(state, wallet(shop, { posted: has('recipient_full') ? maxAmount : 0n, status }));
    spoilDebt(state, shop, has);
    const isUnknown = has('paying_account_unknown');
    const drawFrom = spoilAccount(state, isUnknown, has('paying_account_unusable'), has);
    setPaymentRequest(state, {
      addressee: has('not_the_payer') ? customer : shop,
      ...(has('request_closed') && { expiresAt: now }),
    });
    const actor = { agentId: idleAgent(state, shop, has) };
    return { state, command: funded({ actor, idempotency, drawFrom }) };
  },
};

/** A deposit of 10.00 USD from the shop's account into a wallet that it names. */
export const drawing: Spoilable = {
  what: 'a deposit',
  end: 'PROCESSING',
  order: [
    ...actorRefusals,
    'external_account_unknown',
    'external_account_unusable',
    'wallet_unknown',
    'wallet_in_other_currency',
    'wallet_closed',
    'deposit_too_large',
    'deposits_too_large',
    'recipient_full',
  ],
  spoiled(has) {
    const state = world();
    spoilActor(state, has, key, idempotency);
    setWallets(state, wallet(shop, { posted: has('recipient_full') ? maxAmount : 0n }));
    const isUnknown = has('external_account_unknown');
    const from = spoilAccount(state, isUnknown, has('external_account_unusable'), has);
    const actor = { agentId: idleAgent(state, shop, has) };
    const walletId = spoilNamedWallet(state, shop, has);
    return { state, command: drawn(from, { actor, idempotency, walletId }) };
  },
};

/** A cancellation of a deposit by the shop. */
export const cancelingDeposit: Spoilable = {
  what: 'a cancellation of a deposit',
  end: 'CANCELED',
  order: [...actorRefusals, 'not_the_sender', 'transfer_ended', 'transfer_funds_payment'],
  spoiled(has) {
    const made = run(askedWorld(), funded());
    const state = stored(made);
    const deposit = state.transfers.get(lastTransfer(made).id);
    if (!deposit) throw new Error('the deposit is stored');
    if (!has('transfer_funds_payment')) deposit.paymentId = null;
    if (has('transfer_ended')) deposit.status = 'COMPLETED';
    const partyId = has('not_the_sender') ? stranger : shop;
    const used = { ...idempotency, partyId };
    spoilActor(state, has, key, used);
    const actor = { partyId, agentId: idleAgent(state, partyId, has) };
    return { state, command: cancellation(deposit, { actor, idempotency: used }) };
  },
};
