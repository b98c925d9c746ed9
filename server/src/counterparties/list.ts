import type { Context } from '../context.ts';
import type { Answer } from '../http/endpoint.ts';
import { page } from '../http/pages.ts';
import { pairPayments } from './pair.ts';
import { listCounterpartiesBefore } from './queries.ts';
import type { CounterpartiesQuery } from './schema.ts';
import { counterpartyResource } from './view.ts';

/** Whom the caller's party has paid or been paid by, newest party first. Refused payments do not count. */
export async function listCounterparties(ctx: Context, query: CounterpartiesQuery): Promise<Answer> {
  await pairPayments(ctx.db, ctx.caller.partyId);
  const direction = query.direction ?? 'any';
  return page(
    ctx,
    'counterparties',
    { direction },
    query,
    (before, count) => listCounterpartiesBefore(ctx.db, ctx.caller.partyId, direction, before, count),
    counterpartyResource,
  );
}
