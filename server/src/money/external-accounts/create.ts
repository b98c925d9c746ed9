import type { Context, WriteContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import { newId } from '../../lib/id.ts';
import { lockAdditions } from '../../identity/parties/lock.ts';
import { insertAccount } from './link.ts';
import { countPending, countWrongGuesses, type ExternalAccountRow, isAlreadyLinked } from './queries.ts';
import type { CreateExternalAccountAttributes } from './schema.ts';
import { digestOf, digestsOf, newAmounts, sealSecrets, textOfNumber } from './secrets.ts';
import { mostGuesses } from './verify.ts';
import { externalAccountResource } from './view.ts';

const mostPending = 20;
const guessesCount_ms = 30 * 24 * 3_600_000;

/**
 * Links a bank account to the actor's party. It is pending until its micro-deposits are verified; in a sandbox they
 * count as sent at once, elsewhere none are sent yet. Throws `already_exists` if the party has linked the account, and
 * `conflict` if too many of its accounts are pending, or too many wrong amounts were sent for this one.
 */
export function createExternalAccount(
  ctx: WriteContext,
  attributes: CreateExternalAccountAttributes,
): Promise<HttpResponse> {
  const { actor, config, keyring } = ctx;
  const { partyId, userId } = actor;
  const { account, ...names } = attributes;
  const number = textOfNumber(account);
  // A fingerprint without a key would tell the number to a person who tries them all.
  return write(ctx, { targetId: null, hidesFingerprint: true }, async (tx, now) => {
    const wrongGuesses = await permitLink(ctx, tx, digestsOf(keyring, partyId, number), now);
    const id = newId('eac');
    const amounts = config.sandboxBank ? newAmounts() : null;
    const secrets = sealSecrets(keyring, id, { number, amounts });
    const row: ExternalAccountRow = {
      ...names,
      id,
      partyId,
      accountType: account.type === 'us' ? account.accountType : null,
      lastFour: lastDigits(account.type === 'us' ? account.accountNumber : account.iban),
      status: 'pending',
      createdAt: now,
    };
    const digest = digestOf(keyring, partyId, number);
    await insertAccount(tx, row, { ...secrets, digest, wrongGuesses }, userId);
    return { response: single(externalAccountResource(row), 201), targetId: id };
  });
}

/**
 * Locks the party, and returns how many wrong guesses count against a number with these digests, so that removing and
 * linking an account again gives no new attempts. Throws the refusals of `createExternalAccount`.
 */
async function permitLink(
  { actor: { partyId } }: Context,
  tx: Queryable,
  digests: readonly Buffer[],
  now: Date,
): Promise<number> {
  await lockAdditions(tx, partyId);
  if (await isAlreadyLinked(tx, partyId, digests)) {
    throw fault('already_exists', 'Your party has linked this account already.', {
      pointer: '/data/attributes/account',
    });
  }
  if ((await countPending(tx, partyId)) >= mostPending) {
    const detail = `At most ${mostPending} accounts can wait for their verification. Verify or remove some first.`;
    throw fault('conflict', detail);
  }
  const since = new Date(now.getTime() - guessesCount_ms);
  const guesses = await countWrongGuesses(tx, { partyId, digests, since });
  if (guesses < mostGuesses) return guesses;
  throw fault(
    'conflict',
    'Too many wrong amounts were sent for this account. Try again 30 days after it was linked.',
  );
}

/** Returns the last four characters of a number, and never more than half of it: the shortest ones have four digits. */
function lastDigits(number: string): string {
  return number.slice(-Math.min(4, Math.floor(number.length / 2)));
}
