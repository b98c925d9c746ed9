import { linkToken } from '../../db/link-token.ts';
import type { Queryable } from '../../db/sql.ts';
import { type Id, publicId } from '../../lib/id.ts';
import type { Keyring } from '../../lib/keyring.ts';
import { withinMail } from '../../lib/text.ts';
import { readableTime } from '../../lib/time.ts';
import type { MailContent } from '../../gateways/mail.ts';
import { writeMail, writeText } from '../../mails/write-mail.ts';
import { findPending, type PendingInvitation, putAnswerToken } from './queries.ts';
import { limitSentences, permittedActions } from './wording.ts';

type At = { now: Date; baseUrl: string; keyring: Keyring };

/** Composes the mail that invites a customer; null if the invitation can no longer be accepted. */
export async function composeCustomerInvitationMail(
  db: Queryable,
  id: Id<'adi'>,
  at: At,
): Promise<MailContent | null> {
  const invitation = await findPending(db, { id, now: at.now });
  const answer = invitation && (await howToAnswer(db, invitation, at));
  if (!answer) return null;
  const { agentDescription, expiresAt } = invitation;
  const party = withinMail(invitation.partyName);
  const agent = withinMail(invitation.agentName);
  const limits = limitSentences(invitation);
  const blocks = [
    `${party} invites you to become a customer of its software agent “${agent}”.`,
    ...(agentDescription
      ? [`About the agent, in the words of ${party}: ${withinMail(agentDescription)}`]
      : []),
    {
      intro: `If you accept, ${party} and this agent may, on your behalf:`,
      items: permittedActions(invitation),
    },
    ...(limits.length === 0 ? [] : [limits.join(' ')]),
    `The invitation can be accepted until ${readableTime(expiresAt)}.`,
    answer,
    'If you do not know who invites you, you need not do anything: without your consent nothing happens.',
  ];
  const subject = `${party} invites you to become a customer of ${agent}`;
  if (invitation.recipientType === 'phone') return writeText(subject, [answer.intro], answer.url);
  return writeMail({ subject, blocks, why: `${party} invited you to become a customer of its agent.` });
}

/**
 * Returns the link of an invitation; null if it can no longer be accepted. Only the owner of the address gets the token
 * in it, which proves the address: the inviting party never sees it.
 */
async function howToAnswer(
  db: Queryable,
  { id, recipientType }: PendingInvitation,
  { now, baseUrl, keyring }: At,
) {
  const label = 'Read and answer it';
  const owner = publicId('adi', id);
  if (recipientType === 'party_id') {
    return { intro: 'To read and answer it, after you sign in:', label, url: `${baseUrl}/invited/${owner}` };
  }
  const link = await linkToken(keyring, owner, (put) => putAnswerToken(db, { ...put, id, now }));
  const intro = 'Your own link to read and answer it, not to be passed on:';
  return link && { intro, label, url: `${baseUrl}/invitations/${link.token}` };
}
