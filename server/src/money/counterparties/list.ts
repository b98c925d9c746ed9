import type { Context } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { page } from '../../http/pages.ts';
import { pairPayments } from './pair.ts';
import { listCounterpartiesBefore } from './queries.ts';
import type { CounterpartiesQuery } from './schema.ts';
import { counterpartyResource } from './view.ts';

/** Returns a page of the parties that the actor's party has paid or been paid by, newest party first. */
export async function listCounterparties(ctx: Context, query: CounterpartiesQuery): Promise<HttpResponse> {
  await pairPayments(ctx.db, ctx.actor.partyId);
  const direction = query.direction ?? 'any';
  return page(
    ctx,
    'counterparties',
    query,
    (before, count) => listCounterpartiesBefore(ctx.db, ctx.actor.partyId, direction, before, count),
    counterpartyResource,
  );
}
