import { formatMoney } from '../lib/money.ts';
import type { PendingInvitation } from './queries.ts';
import type { Permission } from '../scopes.ts';

const permissionWords: Record<Permission, string> = {
  'payments.create': 'make payments from your wallets',
  'payments.read': 'see your payments',
  'wallets.read': 'see your wallets and what is in them',
  'wallets.update': 'rename, freeze and unfreeze your wallets',
  'external_accounts.create': 'link bank accounts for you',
  'party.read': 'see your name and contact details',
  'party.update': 'change your name and contact details',
};

/** Returns what the party and its agent may do once the invitation is accepted, in words for the customer. */
export function permittedActions({ permissions }: PendingInvitation): string[] {
  return permissions.map((permission) => permissionWords[permission]);
}

/** Returns the limit of a payment in a sentence for the customer; null if the invitation permits no payments. */
export function limitSentence({ permissions, perTransaction, currency }: PendingInvitation): string | null {
  if (!permissions.includes('payments.create')) return null;
  if (perTransaction === null) return 'There is no limit on the amount of a payment.';
  const limit = formatMoney({ amount: perTransaction, currency });
  return `A payment of more than ${limit} waits until you approve it.`;
}
