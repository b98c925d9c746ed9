import type { Queryable } from '../db/sql.ts';
import { withinLine } from '../lib/text.ts';
import { readableTime } from '../lib/time.ts';
import type { MailContent } from '../gateways/mail.ts';
import { findPending } from './queries.ts';
import { limitSentence, permittedActions } from './wording.ts';

/** Composes the mail that invites a customer; null if the invitation can no longer be accepted. */
export async function composeCustomerInvitationMail(
  db: Queryable,
  resourceId: string,
  { now }: { now: Date },
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
    'If you do not know who invites you, you need not do anything: without your consent nothing happens.',
  ];
  const subject = `${party} invites you to become a customer of ${agent}`;
  return { subject, text: `${paragraphs.join('\n\n')}\n` };
}
