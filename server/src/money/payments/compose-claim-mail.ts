import { claimPath } from '../../identity/claims/link.ts';
import type { Queryable } from '../../db/sql.ts';
import type { Keyring } from '../../lib/keyring.ts';
import { formatMoney } from '../../lib/money.ts';
import { isPhone, withinMail } from '../../lib/text.ts';
import { readableTime } from '../../lib/time.ts';
import type { MailContent } from '../../gateways/mail.ts';
import { writeMail, writeText } from '../../mails/write-mail.ts';
import { namedTerms } from '../../terms/payment-terms.ts';
import { findClaim } from './queries.ts';

/**
 * Composes the mail or text message that tells a recipient to claim money; null if it can no longer be claimed.
 */
export async function composeClaimMail(
  db: Queryable,
  paymentId: string,
  { now, baseUrl, keyring, recipient }: { now: Date; baseUrl: string; keyring: Keyring; recipient: string },
): Promise<MailContent | null> {
  const claim = await findClaim(db, paymentId);
  if (claim?.status !== 'PENDING_CLAIM' || !claim.dueAt || claim.dueAt <= now) return null;
  const { dueAt } = claim;
  const path = await claimPath(db, keyring, claim.payeePartyId, { expiresAt: dueAt, now });
  if (path === null) return null; // the recipient has proved the address meanwhile: the money is on its way
  const payerName = withinMail(claim.payerName);
  const money = formatMoney(claim);
  const subject = `${payerName} has sent you ${money}`;
  const intro = 'Your own link to claim it, not to be passed on:';
  const url = `${baseUrl}${path}`;
  if (isPhone(recipient)) {
    return writeText(subject, [`It is held for you until ${readableTime(dueAt)}.`, intro], url);
  }
  return writeMail({
    subject,
    blocks: [
      `${subject}.`,
      ...namedTerms(claim, 'claim').map(([name, value]) => `${name}: ${withinMail(value)}`),
      `The money is held for you until ${readableTime(dueAt)}. After that it goes back to ${payerName}.`,
      { intro, label: 'Claim the money', url },
      `This mail asks you for nothing: no password, no payment, no account number. If you do not know ${payerName}, ignore it.`,
    ],
    why: `${payerName} paid to this address.`,
  });
}
