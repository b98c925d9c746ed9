import type { Context } from '../context.ts';
import { fault } from '../errors.ts';

const fresh_ms = 10 * 60_000;

/**
 * Throws `sign_in_required` if a browser session would let more than `PURSER_FRESH_SIGN_IN_ABOVE` leave, and its user
 * signed in more than ten minutes ago: whoever finds an open browser can so spend small amounts at most. The amount is in
 * the smallest unit of its currency; null is any amount. Every verb that spends, or lets somebody spend, calls it; it judges
 * at the moment of the call, as the body of a request may come long after its head.
 */
export function requireFreshSignIn({ actor, config, clockOffset_ms }: Context, amount: bigint | null): void {
  const askedAt = new Date(Date.now() + clockOffset_ms);
  if (!needsFreshSignIn({ actor, config, askedAt }, amount)) return;
  const what = amount === null ? 'This' : 'This amount';
  throw fault('sign_in_required', `${what} needs a sign-in of the last ten minutes. Ask for a fresh link.`);
}

/**
 * Throws unless the actor is an owner who has signed in on the pages in the last ten minutes: `sign_in_required` for every
 * key and an older session, `forbidden` for another role. For what no program may change.
 */
export function requireFreshOwner(ctx: Context): void {
  const { role, signedInAt } = ctx.actor;
  if (signedInAt === null)
    throw fault('sign_in_required', 'No key may do this: an owner does, on the page of the account.');
  if (role !== 'OWNER') throw fault('forbidden', 'Only an owner of the party may do this.');
  requireFreshSignIn(ctx, null);
}

/** Returns whether the session has to sign in again before it lets this amount leave. */
export function needsFreshSignIn(
  { actor: { signedInAt }, config, askedAt }: Pick<Context, 'actor' | 'config' | 'askedAt'>,
  amount: bigint | null,
): boolean {
  if (signedInAt === null || (amount !== null && amount <= config.freshSignInAbove)) return false;
  return askedAt.getTime() - signedInAt.getTime() > fresh_ms;
}
