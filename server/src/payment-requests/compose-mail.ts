import type { Queryable } from '../db/sql.ts';
import { formatMoney } from '../lib/money.ts';
import { withinLine } from '../lib/text.ts';
import { readableTime } from '../lib/time.ts';
import type { MailContent } from '../gateways/mail.ts';
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
  const asks = `${withinLine(requesterName)} asks you for ${formatMoney(request)}`;
  const paragraphs = [
    `${asks}.`,
    ...(requesterEmail === null ? [] : [`Their address: ${withinLine(requesterEmail)}`]),
    ...(description ? [`For: ${withinLine(description)}`] : []),
    `The request, open until ${readableTime(request.expiresAt)}:\n${paymentLinkUrl(request.linkToken, baseUrl)}`,
    'Opening the link pays nothing. If you do not know who asks, you need not do anything.',
  ];
  return { subject: asks, text: `${paragraphs.join('\n\n')}\n` };
}
