import type { Context, WriteContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { recordEvent } from '../../engine/plain-writes/record-event.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { removed } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { accountNotFound } from './get.ts';
import { disableExternalAccount, type ExternalAccountRow, lockExternalAccount } from './queries.ts';
import { externalAccountResource } from './view.ts';

/**
 * Permanently disables an external account of the actor's party. Withdrawals in progress finish; no new one starts.
 * Removing the account again returns the same response. Throws `external_account_not_found`.
 */
export function removeExternalAccount(ctx: WriteContext, id: Id<'eac'>): Promise<HttpResponse> {
  return write(ctx, { targetId: id }, async (tx, now) => {
    const account = await disable(ctx, tx, id, now);
    return { response: removed(externalAccountResource(account)) };
  });
}

async function disable(
  { actor }: Context,
  tx: Queryable,
  id: Id<'eac'>,
  now: Date,
): Promise<ExternalAccountRow> {
  const account = await lockExternalAccount(tx, actor.partyId, id);
  if (!account) throw accountNotFound();
  const { status: from } = account;
  if (from === 'disabled') return account;
  const disabled = await disableExternalAccount(tx, { partyId: actor.partyId, id, from });
  await recordEvent(tx, { resource: 'externalAccount', resourceId: id, from, to: 'disabled', now });
  return disabled ?? account;
}
