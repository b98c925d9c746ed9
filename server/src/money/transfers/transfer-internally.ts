import type { WriteContext } from '../../context.ts';
import type { TransferTerms } from '../../engine/model/records.ts';
import { findNamedWallets } from '../../engine/plain-writes/named-wallets.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { runCommand } from '../../idempotency/run-command.ts';
import { exactly } from '../../lib/exactly.ts';
import { newId } from '../../lib/id.ts';
import type { InternalTransferAttributes } from './schema.ts';
import { changedTransfer } from './view.ts';

/**
 * Moves money between two wallets of the actor's party, at once. Throws `wallet_not_found` if the source is not the
 * party's; the engine's refusals are in `engine/model/outcomes.ts`.
 */
export async function transferInternally(
  ctx: WriteContext,
  attributes: InternalTransferAttributes,
): Promise<HttpResponse> {
  const { sourceWalletId, destWalletId: destinationWalletId, ...said } = attributes;
  const terms = exactly<Omit<TransferTerms, 'currency'>>()(said);
  const source = { pointer: '/data/attributes/sourceWalletId' };
  const [wallet] = await findNamedWallets(ctx.db, ctx.actor.partyId, [{ id: sourceWalletId, source }]);
  return runCommand(ctx, (request) => ({
    kind: 'transferInternally',
    ...request,
    ...terms,
    sourceWalletId,
    destinationWalletId,
    currency: wallet?.currency ?? '',
    newIds: { transfer: newId('trf') },
    render: (transfer) => JSON.stringify({ data: changedTransfer(transfer) }),
  }));
}
