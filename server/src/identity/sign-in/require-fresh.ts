import type { Context } from '../../context.ts';
import { fault } from '../../errors.ts';

const fresh_ms = 10 * 60_000;

/**
 * Throws `sign_in_required` if a browser session would approve more than `PURSER_FRESH_SIGN_IN_ABOVE`, and its user
 * signed in more than ten minutes ago. Whoever finds an open browser can so approve small amounts at most. The amount is
 * in the smallest unit of its currency.
 */
export function requireFreshSignIn({ actor, config, askedAt }: Context, amount: bigint): void {
  if (!needsFreshSignIn({ actor, config, askedAt }, amount)) return;
  throw fault(
    'sign_in_required',
    'This amount needs a sign-in of the last ten minutes. Ask for a fresh link.',
  );
}

/** Returns whether the session has to sign in again before it approves this amount. */
export function needsFreshSignIn(
  { actor: { signedInAt }, config, askedAt }: Pick<Context, 'actor' | 'config' | 'askedAt'>,
  amount: bigint,
): boolean {
  if (signedInAt === null || amount <= config.freshSignInAbove) return false;
  return askedAt.getTime() - signedInAt.getTime() > fresh_ms;
}
