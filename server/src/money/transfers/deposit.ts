import type { WriteContext } from '../../context.ts';
import type { TransferTerms } from '../../engine/model/records.ts';
import { railTerms } from '../../gateways/rail.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { runCommand } from '../../idempotency/run-command.ts';
import { exactly } from '../../lib/exactly.ts';
import { newId } from '../../lib/id.ts';
import { findTooLarge } from './deposit-bounds.ts';
import type { DepositAttributes } from './schema.ts';
import { changedTransfer } from './view.ts';

/**
 * Draws money from the party's own bank account into its wallet. The order is sent to the bank after the commit, and the
 * money arrives when the bank reports it. The engine's refusals are in `engine/model/outcomes.ts`.
 */
export async function deposit(ctx: WriteContext, attributes: DepositAttributes): Promise<HttpResponse> {
  const { externalAccountId, walletId = null, ...said } = attributes;
  const terms = exactly<TransferTerms>()(said);
  const tooLarge = await findTooLarge(ctx.db, ctx, attributes);
  return runCommand(ctx, (request) => ({
    kind: 'draw',
    ...request,
    ...terms,
    externalAccountId,
    walletId,
    rail: railTerms(ctx.rail),
    tooLarge,
    newIds: { transfer: newId('trf'), wallet: newId('wal'), receivable: newId('wal') },
    render: (transfer) => JSON.stringify({ data: changedTransfer(transfer) }),
  }));
}
