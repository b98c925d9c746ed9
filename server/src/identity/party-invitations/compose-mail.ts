import { linkToken } from '../../db/link-token.ts';
import type { Queryable } from '../../db/sql.ts';
import { type Id, publicId } from '../../lib/id.ts';
import type { Keyring } from '../../lib/keyring.ts';
import { withinMail } from '../../lib/text.ts';
import { readableTime } from '../../lib/time.ts';
import type { MailContent } from '../../gateways/mail.ts';
import { writeMail } from '../../mails/write-mail.ts';
import { findPending, putAnswerToken } from './queries.ts';

/** How an invitation names a role. */
export const roleWords = {
  MEMBER: 'as a member',
  APPROVER: 'as an approver',
  ADMIN: 'as an administrator',
};

/** Composes the mail that invites a person to a party; null if the invitation can no longer be accepted. */
export async function composePartyInvitationMail(
  db: Queryable,
  id: Id<'inv'>,
  { now, baseUrl, keyring }: { now: Date; baseUrl: string; keyring: Keyring },
): Promise<MailContent | null> {
  const link = await linkToken(keyring, publicId('inv', id), (put) =>
    putAnswerToken(db, { ...put, id, now }),
  );
  const invitation = link && (await findPending(db, id, now));
  if (!invitation) return null;
  const { email, role, expiresAt } = invitation;
  const party = withinMail(invitation.partyName);
  const inviter = withinMail(invitation.inviterName);
  const blocks = [
    `${inviter} invites you to join ${party} ${roleWords[role]}.`,
    `The invitation is for ${withinMail(email)} and can be accepted until ${readableTime(expiresAt)}.`,
    {
      intro: 'Your own link to read and answer it, not to be passed on:',
      label: 'Read and answer it',
      url: `${baseUrl}/join/${link.token}`,
    },
    'If you do not know who invites you, you need not do anything: without your consent nothing happens.',
  ];
  const why = `${inviter} invited this address to join ${party}.`;
  return writeMail({ subject: `Invitation to join ${party}`, blocks, why });
}
