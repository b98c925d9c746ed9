import type { Queryable } from '../db/sql.ts';
import { formatMoney } from '../lib/money.ts';
import { withinLine } from '../lib/text.ts';
import { readableTime } from '../lib/time.ts';
import type { MailContent } from '../gateways/mail.ts';
import type { Permission } from '../scopes.ts';
import { findPending } from './queries.ts';
import type { PendingInvitation } from './queries.ts';

const permissionWords: Record<Permission, string> = {
  'payments.create': 'make payments from your wallets',
  'payments.read': 'see your payments',
  'wallets.read': 'see your wallets and what is in them',
  'wallets.update': 'rename, freeze and unfreeze your wallets',
  'external_accounts.create': 'link bank accounts for you',
  'party.read': 'see your name and contact details',
  'party.update': 'change your name and contact details',
};

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
  const paragraphs = [
    `${party} invites you to become a customer of its software agent “${agent}”.`,
    ...(agentDescription
      ? [`About the agent, in the words of ${party}: ${withinLine(agentDescription)}`]
      : []),
    `If you accept, ${party} and this agent may, on your behalf:\n${whatItMay(invitation)}`,
    ...limitWords(invitation),
    `The invitation can be accepted until ${readableTime(expiresAt)}.`,
    'If you do not know who invites you, you need not do anything: without your consent nothing happens.',
  ];
  const subject = `${party} invites you to become a customer of ${agent}`;
  return { subject, text: `${paragraphs.join('\n\n')}\n` };
}

function whatItMay({ permissions }: PendingInvitation): string {
  return permissions.map((permission) => `- ${permissionWords[permission]}`).join('\n');
}

function limitWords({ permissions, perTransaction, currency }: PendingInvitation): string[] {
  if (!permissions.includes('payments.create')) return [];
  if (perTransaction === null) return ['There is no limit on the amount of a payment.'];
  const limit = formatMoney({ amount: perTransaction, currency });
  return [`A payment of more than ${limit} waits until you approve it.`];
}
