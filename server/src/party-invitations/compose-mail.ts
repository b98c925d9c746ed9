import type { Queryable } from '../db/sql.ts';
import { withinLine } from '../lib/text.ts';
import { readableTime } from '../lib/time.ts';
import type { MailContent } from '../gateways/mail.ts';
import { findPending } from './queries.ts';

/** How an invitation names a role. */
export const roleWords = {
  MEMBER: 'as a member',
  ADMIN: 'as an administrator',
};

/** Composes the mail that invites a person to a party; null if the invitation can no longer be accepted. */
export async function composePartyInvitationMail(
  db: Queryable,
  resourceId: string,
  { now, baseUrl }: { now: Date; baseUrl: string },
): Promise<MailContent | null> {
  const invitation = await findPending(db, resourceId, now);
  if (!invitation) return null;
  const { email, role, expiresAt, answerToken } = invitation;
  const party = withinLine(invitation.partyName);
  const paragraphs = [
    `${withinLine(invitation.inviterName)} invites you to join ${party} ${roleWords[role]}.`,
    `The invitation is for ${email} and can be accepted until ${readableTime(expiresAt)}.`,
    ...(answerToken === null
      ? []
      : [`Your own link to read and answer it, not to be passed on: ${baseUrl}/join/${answerToken}`]),
    'If you do not know who invites you, you need not do anything: without your consent nothing happens.',
  ];
  return { subject: `Invitation to join ${party}`, text: `${paragraphs.join('\n\n')}\n` };
}
