import type { WriteContext } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { lockKnownWallet, walletClosed } from './get.ts';
import { lockAdditions } from '../../identity/parties/lock.ts';
import { lockWalletAndDefault, setDefaultWallet } from './queries.ts';
import { walletResource } from './view.ts';

/**
 * Makes a wallet the default one of the actor's party, in place of another one. Payments in progress finish first; later
 * ones on all servers see the change. Throws `wallet_not_found`, and `conflict` if the wallet is closed.
 */
export function makeDefault(ctx: WriteContext, id: Id<'wal'>): Promise<HttpResponse> {
  const { actor } = ctx;
  const { partyId } = actor;
  return write(ctx, { targetId: id }, async (tx, now) => {
    // Under the lock of the party the default wallet stays the same one until the commit.
    await lockAdditions(tx, partyId);
    const open = await lockWalletAndDefault(tx, partyId, id);
    const wallet = open.find((each) => each.id === id);
    if (!wallet) {
      await lockKnownWallet(tx, partyId, id); // throws if there is no such wallet
      throw walletClosed();
    }
    if (wallet.isDefault) return { response: single(walletResource(wallet)) };
    const previous = open.find(({ isDefault }) => isDefault);
    if (previous) await setDefaultWallet(tx, { partyId, id: previous.id, isDefault: false, now });
    await setDefaultWallet(tx, { partyId, id, isDefault: true, now });
    return { response: single(walletResource({ ...wallet, isDefault: true, updatedAt: now })) };
  });
}
