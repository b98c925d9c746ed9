import type { Queryable } from '../../db/sql.ts';
import type { NewMail } from '../model/journal.ts';
import { runSteps } from './run-steps.ts';
import { insertMails } from '../store/store-journal.ts';
import { enqueueTask } from './enqueue-task.ts';

/** Puts a mail into the outbox, in the transaction of the change that it is about. */
export function enqueueMail(tx: Queryable, mail: NewMail): Promise<void> {
  return enqueueMails(tx, [mail]);
}

export async function enqueueMails(tx: Queryable, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  await runSteps(tx, insertMails(mails));
  await enqueueTask(tx, 'sendMail');
}
