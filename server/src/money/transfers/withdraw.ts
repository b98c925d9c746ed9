import type { Context, WriteContext } from '../../context.ts';
import type { Withdraw } from '../../engine/commands/withdraw.ts';
import type { RequestInfo } from '../../engine/model/actor.ts';
import type { TransferTerms } from '../../engine/model/records.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { preview } from '../../authority/previews/preview.ts';
import { runCommand } from '../../idempotency/run-command.ts';
import { requireFreshSignIn } from '../../http/require-fresh.ts';
import { exactly } from '../../lib/exactly.ts';
import { newId } from '../../lib/id.ts';
import { railTerms } from '../../gateways/rail.ts';
import type { WithdrawAttributes } from './schema.ts';
import { changedTransfer } from './view.ts';

/**
 * Withdraws money to the party's own bank account. The money is held immediately, its order is sent to the bank after
 * the commit, and it leaves the wallet when the bank reports it. Throws `sign_in_required` for a browser session; the
 * engine's refusals are in `engine/model/outcomes.ts`.
 */
export async function withdraw(ctx: WriteContext, attributes: WithdrawAttributes): Promise<HttpResponse> {
  requireFreshSignIn(ctx, attributes.amount);
  return runCommand(ctx, withdrawOf(ctx, attributes));
}

/** Returns what would become of a withdrawal. Throws the errors of `preview`. */
export async function previewWithdrawal(ctx: Context, attributes: WithdrawAttributes): Promise<HttpResponse> {
  return preview(ctx, attributes, withdrawOf(ctx, attributes));
}

function withdrawOf(
  { rail, config }: Context,
  attributes: WithdrawAttributes,
): (request: RequestInfo) => Withdraw {
  const { externalAccountId, walletId = null, intendedRepeat, ...said } = attributes;
  const terms = exactly<TransferTerms>()(said);
  return (request) => ({
    kind: 'withdraw',
    ...request,
    ...terms,
    externalAccountId,
    walletId,
    intendedRepeat,
    rail: railTerms(rail),
    maxInReview: config.maxInReviewPerAgent,
    newIds: { transfer: newId('trf'), approvals: [newId('apr')] },
    render: (transfer, approvals) => JSON.stringify({ data: changedTransfer(transfer, approvals) }),
  });
}
