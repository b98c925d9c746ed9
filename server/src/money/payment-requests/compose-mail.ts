import type { Queryable } from '../../db/sql.ts';
import { formatMoney } from '../../lib/money.ts';
import { isPhone, withinMail } from '../../lib/text.ts';
import { readableTime } from '../../lib/time.ts';
import type { MailContent } from '../../gateways/mail.ts';
import { writeMail, writeText } from '../../mails/write-mail.ts';
import { findOpenById } from './queries.ts';
import { paymentLinkUrl } from './view.ts';

/** Composes the mail or text message that asks a payer to pay; null if the request is no longer open. */
export async function composePaymentRequestMail(
  db: Queryable,
  resourceId: string,
  { now, baseUrl, recipient }: { now: Date; baseUrl: string; recipient: string },
): Promise<MailContent | null> {
  const request = await findOpenById(db, resourceId, now);
  if (!request) return null;
  const { requesterName, requesterEmail, description } = request;
  const requester = withinMail(requesterName);
  const asks = `${requester} asks you for ${formatMoney(request)}`;
  const intro = `The request, open until ${readableTime(request.expiresAt)}:`;
  const url = paymentLinkUrl(request.linkToken, baseUrl);
  if (isPhone(recipient)) return writeText(asks, [intro], url);
  const blocks = [
    `${asks}.`,
    ...(requesterEmail === null ? [] : [`Their address: ${withinMail(requesterEmail)}`]),
    ...(description ? [`For: ${withinMail(description)}`] : []),
    { intro, label: 'Open the request', url },
    'Opening the link pays nothing. If you do not know who asks, you need not do anything.',
  ];
  return writeMail({ subject: asks, blocks, why: `${requester} asked this address for a payment.` });
}
