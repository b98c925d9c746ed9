import { column, type Queryable } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import type { NewMail } from '../model/journal.ts';
import { runSteps } from './run-steps.ts';
import { insertMails, isFull } from '../store/store-journal.ts';
import { enqueueTask } from './enqueue-task.ts';

/** Puts a mail into the outbox, in the transaction of the change that it is about. */
export function enqueueMail(tx: Queryable, mail: NewMail): Promise<void> {
  return enqueueMails(tx, [mail]);
}

export async function enqueueMails(tx: Queryable, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  await runSteps(tx, insertMails(mails));
  await enqueueTask(tx, mails.some(({ kind }) => kind === 'signIn') ? 'sendSignInMail' : 'sendMail');
}

type Asked = { partyId: Id<'pty'>; recipients: readonly string[] };

const lock = column<unknown, Asked>(
  'mails_lock_recipients',
  `SELECT pg_advisory_xact_lock(x.hash) FROM (
     SELECT hashtextextended(concat('mails ', $partyId::uuid, ' ', r), 0) AS hash
     FROM unnest($recipients::text[]) r ORDER BY 1) x`,
);
const listFull = column<string, Asked & { now: Date }>(
  'mails_full_recipients',
  `SELECT r FROM unnest($recipients::text[]) r WHERE ${isFull('$partyId', 'r', '$now::timestamptz')}`,
);

/**
 * Returns which recipients get no more mails of the party at the moment: within the hour it has caused as many as it may.
 * Locks the recipients for the party, so that equal transactions count one after the other.
 */
export async function findFullRecipients(
  tx: Queryable,
  asked: Asked & { now: Date },
): Promise<ReadonlySet<string>> {
  if (asked.recipients.length === 0) return new Set();
  const { partyId, recipients } = asked;
  await lock(tx, { partyId, recipients });
  return new Set(await listFull(tx, asked));
}
