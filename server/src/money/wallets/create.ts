import type { WriteContext } from '../../context.ts';
import { openWallet } from '../../engine/plain-writes/open-wallet.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import { lockAdditions } from '../../identity/parties/lock.ts';
import { lockKnownWallet } from './get.ts';
import { countWallets } from './queries.ts';
import type { CreateWalletAttributes } from './schema.ts';
import { walletResource } from './view.ts';

/** Each payment locks all wallets of payer and payee in its currency, so this bounds what one party costs others. */
const mostOpenWallets = 50;

/** Closed ones included and in all currencies: what a list with filters reads at most. */
const mostWallets = 1_000;

/**
 * Opens an empty wallet for the actor's party. Throws `conflict` if the party has 50 in this currency that are not
 * closed, or has opened 1000 in all.
 */
export function createWallet(ctx: WriteContext, attributes: CreateWalletAttributes): Promise<HttpResponse> {
  const { actor } = ctx;
  const { partyId } = actor;
  return write(ctx, { targetId: null }, async (tx, now) => {
    await lockAdditions(tx, partyId);
    const { open, all } = await countWallets(tx, partyId, attributes.currency);
    if (open >= mostOpenWallets)
      throw fault('conflict', `Your party has ${mostOpenWallets} wallets in this currency. Close one first.`);
    if (all >= mostWallets)
      throw fault(
        'conflict',
        `Your party has opened ${mostWallets} wallets, the most that a party can have.`,
      );
    const id = await openWallet(tx, partyId, { ...attributes, now });
    return {
      response: single(walletResource(await lockKnownWallet(tx, partyId, id)), 201),
      targetId: id,
    };
  });
}
