import type { WriteContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import type { RailOutcome } from '../../engine/commands/settle.ts';
import { runWithin } from '../../engine/queue/within.ts';
import { fault, type PurserError } from '../../errors.ts';
import { isSandboxRail, reportAtOnce } from '../../gateways/sandbox-bank.ts';
import { type NachaCode, nachaReasons } from '../../gateways/sandbox-outcomes.ts';
import { single } from '../../http/envelope.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { type Done, write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { getTransfer, transferNotFound } from './get.ts';
import { findOrder, findTransfer, type OrderFacts } from './queries.ts';
import { retryOnce } from './retry-once.ts';
import { idsOfSettlement } from './settlement-ids.ts';
import { transferResource } from './view.ts';

/** What the bank is to report. The code is the usual one for the direction unless it is given. */
export type Simulated = { kind: 'completed' } | { kind: 'failed' | 'returned'; code: NachaCode | null };

/**
 * Has the sandbox's bank report the outcome of a transfer at once, and settles it in the same transaction. Throws
 * `transfer_not_found`, and `conflict` if the bank has no order for it or if its status does not allow the outcome.
 */
export async function simulateOutcome(
  ctx: WriteContext,
  id: Id<'trf'>,
  simulated: Simulated,
): Promise<HttpResponse> {
  const { actor } = ctx;
  const { partyId } = actor;
  await getTransfer(ctx, id, null);
  const report = async (tx: Queryable, now: Date): Promise<Done> => {
    const order = await findOrder(tx, partyId, id);
    if (!order || !isSandboxRail(order.rail)) {
      throw fault('conflict', 'The sandbox’s bank is not asked for this transfer.');
    }
    const allowed = simulated.kind === 'returned' ? 'COMPLETED' : 'PROCESSING';
    if (order.status !== allowed) throw wrongStatus(allowed);
    const outcome = outcomeOf(simulated, order);
    const { agentId, currency, rail, paymentId, payeePartyId, paymentRequestId } = order;
    const funded = { paymentId, payeePartyId, paymentRequestId };
    const newIds = idsOfSettlement();
    const facts = { transferId: id, partyId, agentId, currency, rail, outcome, newIds, ...funded };
    const [result] = await runWithin(tx, [{ kind: 'settle', ...facts }]);
    // The bank itself may have reported meanwhile.
    if (!result?.done || result.replayed) throw wrongStatus(allowed);
    await reportAtOnce(tx, order, outcome, now);
    const transfer = await findTransfer(tx, partyId, id);
    if (!transfer) throw transferNotFound();
    return { response: single(transferResource(transfer, ctx.actor)) };
  };
  return retryOnce(() => write(ctx, { targetId: id }, report));
}

function outcomeOf(simulated: Simulated, { direction }: OrderFacts): RailOutcome {
  if (simulated.kind === 'completed') return simulated;
  const { kind } = simulated;
  const code = simulated.code ?? usualCodes[kind][direction];
  return { kind, code, reason: nachaReasons[code] };
}

const usualCodes = {
  failed: { credit: 'R03', debit: 'R01' },
  returned: { credit: 'R23', debit: 'R10' },
} as const;

function wrongStatus(allowed: string): PurserError {
  return fault('conflict', `The status of the transfer is not ${allowed}, or its money cannot be moved.`);
}
