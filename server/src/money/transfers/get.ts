import { recorded } from '../../db/recorded.ts';
import { readableParty } from '../../authority/customers/readable.ts';
import type { Context } from '../../context.ts';
import { fault, type PurserError } from '../../errors.ts';
import { readsOf } from '../../http/permission.ts';
import type { Id } from '../../lib/id.ts';
import { findTransfer, type SeenTransfer, transferAsRecorded } from './queries.ts';
import { transferResource } from './view.ts';

/**
 * Returns a transfer of the actor's party or, with `customerId`, of a customer who delegated `payments.read`. Throws
 * `transfer_not_found` if there is none that the actor may see.
 */
export async function getTransfer(
  ctx: Context,
  id: Id<'trf'>,
  customerId: Id<'pty'> | null,
): Promise<SeenTransfer> {
  const partyId = await readableParty(ctx, customerId);
  const transfer = partyId && (await findTransfer(ctx.db, partyId, id));
  if (!transfer || !readsOf(ctx.actor, transfer.agentId)) throw transferNotFound();
  return transfer;
}

export function transferNotFound(): PurserError {
  return fault('transfer_not_found', 'There is no such transfer.', { parameter: 'transferId' });
}

export const recordedTransfer = recorded(transferAsRecorded, (transfer, { viewer }) =>
  transferResource(transfer, viewer),
);
