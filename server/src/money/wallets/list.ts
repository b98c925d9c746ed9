import { readableParty } from '../../authority/customers/readable.ts';
import type { Context } from '../../context.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { customerOf, ofParty } from '../../http/fields.ts';
import { page } from '../../http/pages.ts';
import { listWalletsBefore } from './queries.ts';
import type { WalletsQuery } from './schema.ts';
import { walletResource } from './view.ts';

/**
 * Returns a page of the wallets of the actor's party, or of a customer who delegated `wallets.read`, newest first.
 * Throws `party_not_found` for any other party, whether it exists or not.
 */
export async function listWallets(ctx: Context, query: WalletsQuery): Promise<HttpResponse> {
  const partyId = await readableParty(ctx, customerOf(query), 'wallets.read');
  if (!partyId) throw fault('party_not_found', 'There is no such party.', { parameter: 'partyId' });
  return page(
    ctx,
    'wallets',
    ofParty(query, partyId),
    (before, count) => listWalletsBefore(ctx.db, partyId, query, before, count),
    walletResource,
  );
}
