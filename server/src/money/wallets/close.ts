import type { WriteContext } from '../../context.ts';
import { recordEvent } from '../../engine/plain-writes/record-event.ts';
import { fault, type PurserError } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { removed } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { formatMoney } from '../../lib/money.ts';
import { lockKnownWallet } from './get.ts';
import { changeWalletStatus, owed, type WalletRow } from './queries.ts';
import { walletResource } from './view.ts';

/**
 * Closes an empty wallet of the actor's party for good. Payments in progress finish first; money that comes in later goes
 * to another wallet. Closing it again returns the same response. Throws `wallet_not_found`,
 * `conflict` if the wallet has or holds money, or is the default one, and `amount_owed`.
 */
export function closeWallet(ctx: WriteContext, id: Id<'wal'>): Promise<HttpResponse> {
  const { actor } = ctx;
  return write(ctx, { targetId: id }, async (tx, now) => {
    const wallet = await lockKnownWallet(tx, actor.partyId, id);
    const { status: from } = wallet;
    if (from === 'closed') return { response: removed(walletResource(wallet)) };
    const refusal = reasonToKeep(wallet, (await owed(tx, actor.partyId, wallet.currency)) ?? 0n);
    if (refusal) throw refusal;
    const to = 'closed';
    await changeWalletStatus(tx, { partyId: actor.partyId, id, from, to, now });
    await recordEvent(tx, { resource: 'wallet', resourceId: id, from, to, now });
    return { response: removed(walletResource({ ...wallet, status: to, updatedAt: now })) };
  });
}

/** What is held is part of `posted`: an empty wallet has nothing under way that could come back to it. */
function reasonToKeep({ isDefault, posted, currency }: WalletRow, owes: bigint): PurserError | null {
  const source = { parameter: 'walletId' };
  if (isDefault) {
    return fault('conflict', 'This is the default wallet. Make another one the default first.', source);
  }
  if (owes > 0n) {
    const amount = formatMoney({ amount: owes, currency });
    return fault(
      'amount_owed',
      `Your party owes ${amount}: until it is settled, its wallets stay open.`,
      source,
    );
  }
  if (posted === 0n) return null;
  return fault(
    'conflict',
    'The wallet is not empty. Move its money to another one, and wait until none is held.',
    source,
  );
}
