import { readableParty } from '../../authority/customers/readable.ts';
import type { Context } from '../../context.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { customerOf, ofParty } from '../../http/fields.ts';
import { page } from '../../http/pages.ts';
import { listTransfersBefore } from './queries.ts';
import type { TransfersQuery } from './schema.ts';
import { transferResource } from './view.ts';

/**
 * Returns a page of the transfers of the actor's party, or of a customer who delegated `payments.read`,
 * newest first. Throws `party_not_found` for any other party, whether it exists or not.
 */
export async function listTransfers(ctx: Context, query: TransfersQuery): Promise<HttpResponse> {
  const partyId = await readableParty(ctx, customerOf(query));
  if (!partyId) throw fault('party_not_found', 'There is no such party.', { parameter: 'partyId' });
  return page(
    ctx,
    'transfers',
    ofParty(query, partyId),
    (before, count) => listTransfersBefore(ctx.db, partyId, query.tag ?? null, before, count),
    transferResource,
  );
}
