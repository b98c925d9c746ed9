import { maxAmount } from '../../src/lib/money.ts';
import { internalTransfer, keyed } from './commands.ts';
import { actorRefusals, idleAgent, type Spoilable, spoilActor, spoilDebt, spoilPayer } from './faults.ts';
import { id, key, setWallets, shop, wallet, world } from './world.ts';

const idempotency = keyed('key');

/** A transfer of 10.00 USD between two wallets of the shop. */
export const movingBetweenWallets: Spoilable = {
  what: 'an internal transfer',
  end: 'COMPLETED',
  order: [
    ...actorRefusals,
    'party_frozen',
    'destination_unknown',
    'destination_in_other_currency',
    'moves_nowhere',
    'source_closed',
    'destination_closed',
    'wallet_frozen',
    'amount_owed',
    'insufficient_funds',
    'recipient_full',
  ],
  spoiled(has) {
    const state = world();
    spoilActor(state, has, key, idempotency);
    spoilPayer(state, shop, has);
    const [source] = state.wallets.get(shop) ?? [];
    if (!source) throw new Error('the shop has a wallet');
    if (has('source_closed')) source.status = 'closed';
    const currency = has('destination_in_other_currency') ? 'EUR' : 'USD';
    const drawer = wallet(shop, {
      id: id('wal', 'drawer'),
      currency,
      posted: has('recipient_full') ? maxAmount : 0n,
      status: has('destination_closed') ? 'closed' : 'active',
    });
    setWallets(state, source, drawer);
    spoilDebt(state, shop, has);
    const destinationWalletId = has('destination_unknown')
      ? id('wal', 'nothing')
      : has('moves_nowhere') && currency === 'USD'
        ? source.id
        : drawer.id;
    const agentId = idleAgent(state, shop, has);
    return {
      state,
      command: internalTransfer(source.id, destinationWalletId, { actor: { agentId }, idempotency }),
    };
  },
};
