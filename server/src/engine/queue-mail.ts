import { plainArray, textArray, timeArray } from '../db/arrays.ts';
import { rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import { newId } from '../lib/id.ts';
import type { Id } from '../lib/id.ts';
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

const insert = statement(
  'engine_queue_mails',
  `INSERT INTO mails (id, party_id, kind, resource_id, recipient, due_at, created_at, status)
   SELECT x.*, x.due_at, 'PENDING'
   FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::timestamptz[])
     AS x (id, party_id, kind, resource_id, recipient, due_at)`,
);

/** Puts a mail into the outbox, in the transaction of what it tells of. */
export function queueMail(tx: Queryable, mail: NewMail): Promise<void> {
  return queueMails(tx, [mail]);
}

/** Puts many into the outbox at once. */
export async function queueMails(tx: Queryable, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  await rows(tx, insert, [
    plainArray(mails.map(() => newId('mai'))),
    plainArray(mails.map((mail) => mail.partyId)),
    plainArray(mails.map((mail) => mail.kind)),
    plainArray(mails.map((mail) => mail.resourceId)),
    textArray(mails.map((mail) => mail.recipient)),
    timeArray(mails.map((mail) => mail.now)),
  ]);
  await wake(tx, 'sendMail');
}
