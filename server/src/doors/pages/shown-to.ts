import type { Context } from '../../context.ts';
import { publicId } from '../../lib/id.ts';

export const shownToField = 'shownTo';

/** Returns whom a page is shown to: the user who is signed in, and the party for which. */
export function shownTo({ actor: { userId, partyId } }: Context): string {
  return `${publicId('usr', userId)} ${publicId('pty', partyId)}`;
}

/**
 * Returns whether a form was shown to somebody else, or for another party: a second tab has switched meanwhile. What is no
 * page of ours shows nobody anything.
 */
export function isShownToOther(session: Context, form: URLSearchParams): boolean {
  const sent = form.get(shownToField);
  return sent !== null && sent !== shownTo(session);
}
