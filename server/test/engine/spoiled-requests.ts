import { maxAmount } from '../../src/lib/money.ts';
import { fulfilment, keyed } from './commands.ts';
import {
  actorRefusals,
  type Spoilable,
  spoilActor,
  spoilAgent,
  spoilNamedWallet,
  spoilPayer,
} from './faults.ts';
import {
  buyer,
  customer,
  id,
  key,
  now,
  setPaymentRequest,
  setWallets,
  shop,
  stranger,
  wallet,
  world,
} from './world.ts';

const another = id('agt', 'another');
const idempotency = keyed('key');

/** A payment by the shop's agent of the stranger's request, which names this agent as its payer. */
export const fulfilling: Spoilable = {
  what: 'a payment of a request',
  end: 'COMPLETED',
  order: [
    ...actorRefusals,
    'not_the_payer',
    'not_the_paying_agent',
    'request_closed',
    'amount_differs',
    'currency_differs',
    'party_frozen',
    'recipient_party_unknown',
    'wallet_unknown',
    'wallet_in_other_currency',
    'wallet_not_allowed',
    'wallet_closed',
    'rule_broken',
    'wallet_frozen',
    'amount_owed',
    'insufficient_funds',
    'fee_not_covered',
    'recipient_full',
  ],
  spoiled(has) {
    const state = world();
    spoilPayer(state, shop, has);
    spoilActor(state, has, key, idempotency);
    spoilAgent(state, has);
    setWallets(state, wallet(stranger, { posted: has('recipient_full') ? maxAmount : 0n }));
    if (has('recipient_party_unknown')) state.parties.delete(stranger);
    const { id: paymentRequestId } = setPaymentRequest(state, {
      payerIdentifierType: 'agent_id',
      payerIdentifier: has('not_the_paying_agent') ? another : buyer,
      addressee: has('not_the_payer') ? customer : shop,
      ...(has('request_closed') && { expiresAt: now }),
    });
    const fulfils = {
      paymentRequestId,
      payerAddress: null,
      expectedAmount: has('amount_differs') ? 1_001n : 1_000n,
      expectedCurrency: has('currency_differs') ? 'EUR' : 'USD',
    };
    const walletId = spoilNamedWallet(state, shop, has);
    return { state, command: fulfilment({ actor: { agentId: buyer }, idempotency, walletId, fulfils }) };
  },
};
