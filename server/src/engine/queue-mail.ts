import type { Queryable } from '../db/sql.ts';
import type { Id } from '../lib/id.ts';
import { runSteps } from './run-steps.ts';
import { mailSteps } from './store-notes.ts';
import { wake } from './wake.ts';

/** What a mail tells of, by the resource it is composed from. */
export type MailKind = 'customerInvitation' | 'partyInvitation' | 'paymentRequest' | 'claim';

/** A mail to be written and sent after the commit. */
export type NewMail = {
  kind: MailKind;
  resourceId: string;
  partyId: Id<'pty'>;
  recipient: string;
  now: Date;
};

/** Puts a mail into the outbox, in the transaction of what it tells of. */
export function queueMail(tx: Queryable, mail: NewMail): Promise<void> {
  return queueMails(tx, [mail]);
}

/** Puts many into the outbox at once. */
export async function queueMails(tx: Queryable, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  await runSteps(tx, mailSteps(mails));
  await wake(tx, 'sendMail');
}
