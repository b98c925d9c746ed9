import type { Queryable } from '../db/sql.ts';
import { withinLine } from '../lib/text.ts';
import { readableTime } from '../lib/time.ts';
import type { MailContent } from '../gateways/mail.ts';
import { findPending } from './queries.ts';
import type { PendingInvitation } from './queries.ts';
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
  const paragraphs = [
    `${party} invites you to become a customer of its software agent “${agent}”.`,
    ...(agentDescription
      ? [`About the agent, in the words of ${party}: ${withinLine(agentDescription)}`]
      : []),
    `If you accept, ${party} and this agent may, on your behalf:\n${permittedActions(invitation)
      .map((action) => `- ${action}`)
      .join('\n')}`,
    ...(limit === null ? [] : [limit]),
    `The invitation can be accepted until ${readableTime(expiresAt)}.`,
    howToAnswer(invitation, baseUrl),
    'If you do not know who invites you, you need not do anything: without your consent nothing happens.',
  ];
  const subject = `${party} invites you to become a customer of ${agent}`;
  if (invitation.recipientType === 'phone') {
    return { subject, text: `${subject}. ${howToAnswer(invitation, baseUrl)}\n` };
  }
  return { subject, text: `${paragraphs.join('\n\n')}\n` };
}

/** Only the owner of the address gets this: the token in it proves the address, so the inviting party never sees it. */
function howToAnswer({ answerToken }: PendingInvitation, baseUrl: string): string {
  if (answerToken === null) return 'You can answer it with a key of your party.';
  return `Your own link to read and answer it, not to be passed on: ${baseUrl}/invitations/${answerToken}`;
}
