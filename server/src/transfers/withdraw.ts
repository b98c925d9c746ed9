import type { Context } from '../context.ts';
import type { HttpResponse, Keyed } from '../http/endpoint.ts';
import { submit } from '../idempotency/submit.ts';
import { newId } from '../lib/id.ts';
import { railTerms, requireRail } from '../gateways/rail.ts';
import type { WithdrawAttributes } from './schema.ts';
import { changedTransfer } from './view.ts';

/**
 * Sends money to the party's own account at a bank: held at once, asked of the bank after the commit, gone when the
 * bank says so. Throws `conflict` where this server has no bank; the engine's refusals are `engine/outcomes.ts`.
 */
export async function withdraw(
  ctx: Context,
  attributes: WithdrawAttributes,
  keyed: Keyed,
): Promise<HttpResponse> {
  const { rail } = ctx;
  requireRail(rail);
  return submit(ctx, keyed, (request) => ({
    kind: 'withdraw',
    ...request,
    ...attributes,
    rail: railTerms(rail),
    newIds: { transfer: newId('trf'), approvals: [newId('apr')] },
    render: (transfer) => JSON.stringify({ data: changedTransfer(transfer) }),
  }));
}
