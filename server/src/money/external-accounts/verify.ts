import type { Context, WriteContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { recordEvent } from '../../engine/plain-writes/record-event.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { type Done, write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { accountNotFound, inPath } from './get.ts';
import {
  activateExternalAccount,
  addWrongGuess,
  disableExternalAccount,
  type ExternalAccountRow,
  findExternalAccount,
  lockExternalAccount,
  type SecretsRow,
} from './queries.ts';
import { amountsIn, areSameAmounts, openAmounts } from './secrets.ts';
import { externalAccountResource, microDepositsResource } from './view.ts';

/** How many wrong guesses disable an account. */
export const mostGuesses = 5;

/**
 * Makes a pending account of the actor's party active, if `amounts` are those of its micro-deposits. Wrong amounts are
 * refused with `invalid_value` and counted in the same transaction; the last attempt disables the account. Throws
 * `external_account_not_found`, `external_account_not_usable` for a disabled account, and `conflict` if the account is
 * active already or no micro-deposits were sent to it.
 */
export function verifyExternalAccount(
  ctx: WriteContext,
  id: Id<'eac'>,
  amounts: readonly number[],
): Promise<HttpResponse> {
  const { actor, keyring } = ctx;
  return write(ctx, { targetId: id }, async (tx, now) => {
    const account = await lockPending(tx, actor.partyId, id);
    const sent = openAmounts(keyring, account);
    if (sent === null) {
      throw fault(
        'conflict',
        'No micro-deposits were sent to this account: ask the operator to verify it.',
        inPath,
      );
    }
    if (!areSameAmounts(sent, amounts)) return countGuess(ctx, tx, id, now);
    const active = await activateAccount(tx, actor.partyId, id, now);
    return { response: single(externalAccountResource(active ?? account)) };
  });
}

async function lockPending(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'eac'>,
): Promise<ExternalAccountRow & SecretsRow> {
  const account = await lockExternalAccount(tx, partyId, id);
  if (!account) throw accountNotFound();
  if (account.status === 'active') throw fault('conflict', 'The account is verified already.', inPath);
  if (account.status === 'disabled') {
    throw fault('external_account_not_usable', 'The account is disabled for good.', inPath);
  }
  return account;
}

/** Makes a pending account active, with its event, and returns it. Returns null if it is not pending. */
export async function activateAccount(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'eac'>,
  now: Date,
): Promise<ExternalAccountRow | null> {
  const active = await activateExternalAccount(tx, partyId, id);
  const moved = { from: 'pending', to: 'active', now };
  if (active) await recordEvent(tx, { resource: 'externalAccount', resourceId: id, ...moved });
  return active;
}

/** Counts a wrong guess, disables the account after the last one, and returns the refusal, which is committed with it. */
async function countGuess({ actor }: Context, tx: Queryable, id: Id<'eac'>, now: Date): Promise<Done> {
  const left = mostGuesses - (await addWrongGuess(tx, actor.partyId, id));
  const rule = '`amounts` must be the two amounts that arrived at the account.';
  const source = { pointer: '/data/attributes/amounts' };
  if (left > 0) return { refusal: fault('invalid_value', `${rule} Attempts left: ${left}.`, source) };
  await disableExternalAccount(tx, { partyId: actor.partyId, id, from: 'pending' });
  const moved = { from: 'pending', to: 'disabled', now };
  await recordEvent(tx, { resource: 'externalAccount', resourceId: id, ...moved });
  return {
    refusal: fault('invalid_value', `${rule} No attempts are left: the account is disabled.`, source),
  };
}

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
