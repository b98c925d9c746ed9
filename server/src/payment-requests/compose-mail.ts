import type { Queryable } from '../db/sql.ts';
import { formatMoney } from '../lib/money.ts';
import { withinLine } from '../lib/text.ts';
import { readableTime } from '../lib/time.ts';
import type { MailContent } from '../gateways/mail.ts';
import { writeMail } from '../mails/write-mail.ts';
import { findOpenById } from './queries.ts';
import { paymentLinkUrl } from './view.ts';

/** Composes the mail that asks a payer to pay; null if the request is no longer open. */
export async function composePaymentRequestMail(
  db: Queryable,
  resourceId: string,
  { now, baseUrl }: { now: Date; baseUrl: string },
): Promise<MailContent | null> {
  const request = await findOpenById(db, resourceId, now);
  if (!request) return null;
  const { requesterName, requesterEmail, description } = request;
  const requester = withinLine(requesterName);
  const asks = `${requester} asks you for ${formatMoney(request)}`;
  const blocks = [
    `${asks}.`,
    ...(requesterEmail === null ? [] : [`Their address: ${withinLine(requesterEmail)}`]),
    ...(description ? [`For: ${withinLine(description)}`] : []),
    {
      intro: `The request, open until ${readableTime(request.expiresAt)}:`,
      label: 'Open the request',
      url: paymentLinkUrl(request.linkToken, baseUrl),
    },
    'Opening the link pays nothing. If you do not know who asks, you need not do anything.',
  ];
  return writeMail({ subject: asks, blocks, why: `${requester} asked this address for a payment.` });
}
