import type { Queryable } from '../../db/sql.ts';
import type { MailContent } from '../../gateways/mail.ts';
import { withinMail } from '../../lib/text.ts';
import { writeMail } from '../../mails/write-mail.ts';
import { findForMail } from './queries.ts';

/** Composes the mail that says that Purser has disabled a webhook; null if it is enabled again or deleted. */
export async function composeWebhookDisabledMail(
  db: Queryable,
  webhookId: string,
  { baseUrl }: { baseUrl: string },
): Promise<MailContent | null> {
  const webhook = await findForMail(db, webhookId);
  if (!webhook) return null;
  const party = withinMail(webhook.partyName);
  const why =
    webhook.disabledReason === 'GONE'
      ? 'Its receiver answered 410, which means that it wants no more events.'
      : 'None of its deliveries has succeeded for 5 days.';
  return writeMail({
    subject: `A webhook of ${party} was disabled`,
    blocks: [
      `Purser has disabled a webhook of ${party}: ${withinMail(new URL(webhook.url).host)}. ${why}`,
      {
        intro: 'It gets no more events. Once its receiver works, enable it again, after you sign in:',
        label: 'See the webhook',
        url: `${baseUrl}/account`,
      },
      'What it missed can be delivered again: POST /webhooks/{webhookId}/redeliver.',
    ],
    why: `you administer ${party}.`,
  });
}
