import type { Actor } from './actor.ts';
import type { Payment, Transfer } from './records.ts';
import type { ApprovalPolicy } from './state.ts';

// Who may approve, as decisions know it, and as SQL for mails and pages: a test compares the two.

/** A user who approves, and with which key or session. */
export type Approver = Pick<Actor, 'userId' | 'credentialId'>;

type Made = Pick<Payment | Transfer, 'userId' | 'credentialId'> & {
  /** Whether it was requested with an agent's own key. */
  madeByAgentKey: boolean;
};

/**
 * Returns whether who approves made the payment or withdrawal: with this credential, or as the same user with another key.
 * If an agent used its own key, the agent made it; where it exceeds a limit or rule of a party, the user who made that key
 * did so too.
 */
export function isMaker(made: Made, { userId, credentialId }: Approver, ofParty: boolean): boolean {
  if (made.madeByAgentKey && !ofParty) return false;
  return made.credentialId === credentialId || made.userId === userId;
}

/** Returns the SQL of the same about a user, whose keys are all its own. */
export function isMakerSql(
  made: { userId: string; credentialId: string },
  user: string,
  ofParty: string,
): string {
  const byAgentKey = `EXISTS (SELECT FROM agent_keys k WHERE k.id = ${made.credentialId})`;
  return `(${user} = ${made.userId} AND (${ofParty} OR NOT ${byAgentKey}))`;
}

export type DeciderPolicy = Pick<ApprovalPolicy, 'twoAbove'> & { defaultCurrency: string };

/** Returns whether a policy asks two users. An amount in another currency than its own cannot be compared: then it does. */
export function needsTwo(
  policy: DeciderPolicy | undefined,
  { amount, currency }: { amount: bigint; currency: string },
): boolean {
  if (!policy || policy.twoAbove === null) return false;
  return currency !== policy.defaultCurrency || amount > policy.twoAbove;
}

/** Returns the SQL of the same, by the alias of the party that decides. */
export function needsTwoSql(
  party: string,
  { amount, currency }: { amount: string; currency: string },
): string {
  return `(${party}.two_above IS NOT NULL
    AND (${currency} <> ${party}.default_currency OR ${amount} > ${party}.two_above))`;
}
