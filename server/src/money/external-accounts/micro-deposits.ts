import type { Context } from '../../context.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import type { Id } from '../../lib/id.ts';
import { accountNotFound, inPath } from './get.ts';
import { findExternalAccount } from './queries.ts';
import { amountsIn, openAmounts } from './secrets.ts';
import { microDepositsResource } from './view.ts';

/**
 * Responds with the micro-deposits of a pending account of the actor's party: what its owner would find in the account's
 * statement. Sandbox only. Throws `external_account_not_found`, and `conflict` if the account has none.
 */
export async function readMicroDeposits(ctx: Context, id: Id<'eac'>): Promise<HttpResponse> {
  const account = await findExternalAccount(ctx.db, ctx.actor.partyId, id);
  if (!account) throw accountNotFound();
  const amounts = openAmounts(ctx.keyring, account);
  if (amounts === null) throw fault('conflict', 'The account does not wait for its verification.', inPath);
  return single(microDepositsResource(account, amountsIn(amounts)));
}
