import type { Queryable } from '../../db/sql.ts';
import { publicId } from '../../lib/id.ts';
import { withinLine } from '../../lib/text.ts';
import { readableTime } from '../../lib/time.ts';
import type { MailContent } from '../../gateways/mail.ts';
import { writeMail } from '../../mails/write-mail.ts';
import { findPending, type PendingInvitation } from './queries.ts';
import { limitSentence, permittedActions } from './wording.ts';

/** Composes the mail that invites a customer; null if the invitation can no longer be accepted. */
export async function composeCustomerInvitationMail(
  db: Queryable,
  resourceId: string,
  { now, baseUrl }: { now: Date; baseUrl: string },
): Promise<MailContent | null> {
  const invitation = await findPending(db, resourceId, now);
  if (!invitation) return null;
  const { agentDescription, expiresAt } = invitation;
  const party = withinLine(invitation.partyName);
  const agent = withinLine(invitation.agentName);
  const limit = limitSentence(invitation);
  const blocks = [
    `${party} invites you to become a customer of its software agent “${agent}”.`,
    ...(agentDescription
      ? [`About the agent, in the words of ${party}: ${withinLine(agentDescription)}`]
      : []),
    {
      intro: `If you accept, ${party} and this agent may, on your behalf:`,
      items: permittedActions(invitation),
    },
    ...(limit === null ? [] : [limit]),
    `The invitation can be accepted until ${readableTime(expiresAt)}.`,
    howToAnswer(invitation, baseUrl),
    'If you do not know who invites you, you need not do anything: without your consent nothing happens.',
  ];
  const subject = `${party} invites you to become a customer of ${agent}`;
  if (invitation.recipientType === 'phone') {
    const { intro, url } = howToAnswer(invitation, baseUrl);
    return { subject, text: `${subject}. ${intro} ${url}\n`, html: null };
  }
  return writeMail({ subject, blocks, why: `${party} invited you to become a customer of its agent.` });
}

/** Only the owner of the address gets this: the token in it proves the address, so the inviting party never sees it. */
function howToAnswer({ id, answerToken }: PendingInvitation, baseUrl: string) {
  const label = 'Read and answer it';
  if (answerToken === null) {
    const url = `${baseUrl}/invited/${publicId('adi', id)}`;
    return { intro: 'To read and answer it, after you sign in:', label, url };
  }
  const intro = 'Your own link to read and answer it, not to be passed on:';
  return { intro, label, url: `${baseUrl}/invitations/${answerToken}` };
}
