import { maxAmount } from '../../src/lib/money.ts';
import { keyed, payment, refund } from './commands.ts';
import { actorRefusals, idleAgent, type Spoilable, spoilActor, spoilPayer } from './faults.ts';
import { lastPayment, run, stored } from './run.ts';
import { customer, key, setWallets, shop, stranger, wallet, world } from './world.ts';

/** A refund by the stranger of all that the shop has paid. */
export const refunding: Spoilable = {
  what: 'a refund',
  end: 'done',
  order: [
    ...actorRefusals,
    'not_the_payee',
    'party_frozen',
    'payment_not_refundable',
    'refund_too_large',
    'wallet_frozen',
    'amount_owed',
    'insufficient_funds',
    'recipient_full',
  ],
  spoiled(has) {
    const made = run(world(), payment({}));
    const state = stored(made);
    const paid = state.payments.get(lastPayment(made).id);
    if (!paid) throw new Error('the payment is stored');
    if (has('payment_not_refundable')) paid.status = 'RETURNED';
    const partyId = has('not_the_payee') ? customer : stranger;
    const idempotency = { ...keyed('key'), partyId };
    spoilPayer(state, partyId, has);
    setWallets(state, wallet(shop, { posted: has('recipient_full') ? maxAmount : 0n }));
    spoilActor(state, has, key, idempotency);
    const amount = has('refund_too_large') ? paid.amount + 1n : null;
    const actor = { partyId, agentId: idleAgent(state, partyId, has) };
    return { state, command: refund(paid, { actor, idempotency, amount }) };
  },
};
