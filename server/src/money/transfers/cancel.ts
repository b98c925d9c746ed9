import type { WriteContext } from '../../context.ts';
import type { Transfer } from '../../engine/model/records.ts';
import { transferFacts } from '../../engine/model/targets.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { runCommand } from '../../idempotency/run-command.ts';
import type { Id } from '../../lib/id.ts';
import { transferNotFound } from './get.ts';
import { findTransferFacts } from './queries.ts';
import { changedTransfer } from './view.ts';

/**
 * Cancels a withdrawal or deposit. In review, or before its order was sent to the bank, it is CANCELED immediately.
 * Afterwards the bank is asked to cancel it, and the response still says PROCESSING, because the bank's report decides.
 * Throws `transfer_not_found`, and `conflict` for an internal transfer; the engine refuses with `conflict` if it is too
 * late, or if the bank was never to be asked.
 */
export async function cancelTransfer(ctx: WriteContext, id: Id<'trf'>): Promise<HttpResponse> {
  const { partyId, agentId } = ctx.actor;
  const facts = await findTransferFacts(ctx.db, partyId, id, agentId);
  if (!facts) throw transferNotFound();
  const { type } = facts;
  if (type === 'internal') throw fault('conflict', 'An internal transfer cannot be canceled.');
  return runCommand(ctx, (request) => ({
    kind: 'cancel',
    ...request,
    target: transferFacts(type, facts),
    render: (transfer: Transfer) => JSON.stringify({ data: changedTransfer(transfer) }),
  }));
}
