import type { WriteContext } from '../../context.ts';
import { recordEvent } from '../../engine/plain-writes/record-event.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { lockOpenWallet } from './get.ts';
import { changeWalletStatus } from './queries.ts';
import { walletResource } from './view.ts';

/**
 * Freezes a wallet of the actor's party, or unfreezes it. Waits for payments in progress: none commits after the freeze,
 * on any server. What is in that state already stays as it is. Throws `wallet_not_found`, and `conflict` if the wallet is
 * closed.
 */
export function setWalletStatus(
  ctx: WriteContext,
  id: Id<'wal'>,
  to: 'active' | 'frozen',
): Promise<HttpResponse> {
  const { actor } = ctx;
  return write(ctx, { targetId: id }, async (tx, now) => {
    const wallet = await lockOpenWallet(tx, actor.partyId, id);
    const { status: from } = wallet;
    if (from === to) return { response: single(walletResource(wallet)) };
    await changeWalletStatus(tx, { partyId: actor.partyId, id, from, to, now });
    await recordEvent(tx, { resource: 'wallet', resourceId: id, from, to, now });
    return { response: single(walletResource({ ...wallet, status: to, updatedAt: now })) };
  });
}
