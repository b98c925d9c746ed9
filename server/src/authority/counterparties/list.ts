import type { Context } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { page } from '../../http/pages.ts';
import { listCounterpartiesBefore, pairSome } from './queries.ts';
import type { CounterpartiesQuery } from './schema.ts';
import { counterpartyResource } from './view.ts';
import type { Queryable } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';

/** Returns a page of the parties that the actor's party has paid or been paid by, newest party first. */
export async function listCounterparties(ctx: Context, query: CounterpartiesQuery): Promise<HttpResponse> {
  await pairPayments(ctx.db, ctx.actor.partyId);
  const direction = query.direction ?? 'any';
  return page(
    ctx,
    'counterparties',
    query,
    (db, asked) => listCounterpartiesBefore(db, direction, asked),
    counterpartyResource,
  );
}

const chunk = 10_000;
const few = 500;

/**
 * Stores the counterparties of the party's payments that have not been paired yet, chunk by chunk, if there are at
 * least `least` such payments; a list searches fewer than that itself. On the first run, these are all its payments.
 */
export async function pairPayments(db: Queryable, partyId: Id<'pty'>, least = few): Promise<void> {
  while ((await pairSome(db, { partyId, least, most: chunk })) === chunk);
}
