import type { Context } from '../context.ts';
import type { Answer } from '../http/endpoint.ts';
import { page } from '../http/pages.ts';
import { listCounterpartiesBefore } from './queries.ts';
import type { CounterpartiesQuery } from './schema.ts';
import { counterpartyResource } from './view.ts';

/** Whom the caller's party has paid or been paid by, newest party first. Refused payments do not count. */
export function listCounterparties(ctx: Context, query: CounterpartiesQuery): Promise<Answer> {
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
