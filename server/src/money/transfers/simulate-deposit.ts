import type { WriteContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { refusalError } from '../../engine/model/outcomes.ts';
import { runWithin } from '../../engine/queue/within.ts';
import { fault } from '../../errors.ts';
import { linkSourceAccount } from '../external-accounts/link.ts';
import { isSandboxRail, reportAtOnce } from '../../gateways/sandbox-bank.ts';
import { single } from '../../http/envelope.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { refusalOf } from '../../idempotency/refusal.ts';
import { type Done, write } from '../../idempotency/write.ts';
import { newId, publicId } from '../../lib/id.ts';
import { findTooLarge } from './deposit-bounds.ts';
import { transferNotFound } from './get.ts';
import { findTransfer, lockReceivingParty } from './queries.ts';
import { retryOnce } from './retry-once.ts';
import type { SimulateDepositAttributes } from './schema.ts';
import { transferResource } from './view.ts';

/**
 * Lets money arrive from outside for the actor's party, as a transfer that has completed. Throws `conflict` if the rail
 * is not the sandbox's bank, and the refusals of deposits.
 */
export async function simulateDeposit(
  ctx: WriteContext,
  attributes: SimulateDepositAttributes,
): Promise<HttpResponse> {
  const { actor, rail } = ctx;
  const { partyId, userId } = actor;
  if (!rail || !isSandboxRail(rail.name))
    throw fault('conflict', 'This server has another bank than the sandbox’s.');
  const arrive = async (tx: Queryable, now: Date): Promise<Done> => {
    await lockReceivingParty(tx, partyId);
    const tooLarge = await findTooLarge(tx, ctx, attributes);
    if (tooLarge) throw refusalError(tooLarge);
    const externalAccountId = await linkSourceAccount(tx, partyId, 'sandbox', { userId, now });
    const newIds = { transfer: newId('trf'), wallet: newId('wal'), clearing: newId('wal') };
    const facts = { partyId, externalAccountId, rail: rail.name, newIds };
    const [outcome] = await runWithin(tx, [
      { kind: 'deposit', ...facts, ...attributes, walletId: attributes.walletId ?? null },
    ]);
    if (!outcome) throw new Error('a command had no outcome');
    if (!outcome.done) throw refusalOf(outcome, ctx.keyed.attributes);
    const { transfer: id } = newIds;
    const { amount, currency } = attributes;
    const key = publicId('trf', id); // there is no order whose key it could have
    const order = { key, direction: 'debit', externalAccountId, amount, currency } as const;
    await reportAtOnce(tx, order, { kind: 'completed' }, now);
    const transfer = await findTransfer(tx, partyId, id);
    if (!transfer) throw transferNotFound();
    return { response: single(transferResource(transfer, ctx.actor)), targetId: id };
  };
  return retryOnce(() => write(ctx, { targetId: null }, arrive));
}
