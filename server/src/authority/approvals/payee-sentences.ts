import { publicId } from '../../lib/id.ts';
import { readableTime } from '../../lib/time.ts';
import type { ShownPayee } from '../../terms/payee.ts';

/**
 * Returns in sentences what tells a payee from others of the same name, the warning first; none for a withdrawal. The
 * address is the only text of a user in them.
 */
export function payeeSentences(payee: ShownPayee): string[] {
  if (payee.payeeName === null) return [];
  const warning = nameWarning(payee);
  return [...(warning === null ? [] : [warning]), namedAs(payee), historyOf(payee)];
}

/** Returns the warning that another payee has the same name; null if none has. */
export function nameWarning({ acquaintance }: Pick<ShownPayee, 'acquaintance'>): string | null {
  const namesake = acquaintance?.namesake;
  if (!namesake) return null;
  return `Careful: this is not ${publicId('pty', namesake.id)}, which you have paid and which has the same name, or one that looks like it.`;
}

function namedAs({ payeeAddress, payeePartyId, payeeVerified }: ShownPayee): string {
  const party = payeePartyId === null ? 'nobody yet' : publicId('pty', payeePartyId);
  const proved = payeeVerified === true ? '' : ', which has not proved its address';
  if (payeeAddress === null) return `It is ${party}${proved}.`;
  return `It was named by the address ${payeeAddress}, which led to ${party}${payeePartyId === null ? '' : proved}.`;
}

/** Returns what of the payee's past with the party it has paid itself. */
function historyOf({ acquaintance }: ShownPayee): string {
  const { knownSince = null, lastPaidAt = null } = acquaintance ?? {};
  if (knownSince === null || lastPaidAt === null) return 'You had never paid this payee before.';
  if (knownSince.getTime() === lastPaidAt.getTime())
    return `You had paid it once, on ${readableTime(knownSince)}.`;
  return `You have paid it since ${readableTime(knownSince)}, last on ${readableTime(lastPaidAt)}.`;
}
