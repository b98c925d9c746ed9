import type { WriteContext } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { changedTags, requireTagsFit } from '../../http/tags.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { lockOpenWallet } from './get.ts';
import { updateWalletRow } from './queries.ts';
import type { UpdateWalletAttributes } from './schema.ts';
import { walletResource } from './view.ts';

/**
 * Changes the name and the tags of a wallet of the actor's party, as far as they were sent. Throws `wallet_not_found`,
 * and `conflict` if the wallet is closed.
 */
export function updateWallet(
  ctx: WriteContext,
  id: Id<'wal'>,
  attributes: UpdateWalletAttributes,
): Promise<HttpResponse> {
  const { partyId } = ctx.actor;
  return write(ctx, { targetId: id }, async (tx, now) => {
    const wallet = await lockOpenWallet(tx, partyId, id);
    if (Object.keys(attributes).length === 0) return { response: single(walletResource(wallet)) };
    const { displayName = wallet.displayName } = attributes;
    const tags = attributes.tags ? changedTags(wallet.tags, attributes.tags) : wallet.tags;
    requireTagsFit(tags);
    const changed = { ...wallet, displayName, tags, updatedAt: now };
    await updateWalletRow(tx, changed);
    return { response: single(walletResource(changed)) };
  });
}
