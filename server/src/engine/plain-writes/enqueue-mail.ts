import { many, type Queryable, type Step } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import { together } from '../../lib/together.ts';
import type { NewMail } from '../model/journal.ts';
import { runSteps } from './run-steps.ts';
import { fullSince, insertMails } from '../store/store-journal.ts';
import { taskStep } from '../store/tasks.ts';

/** Puts a mail into the outbox, in the transaction of the change that it is about. */
export function enqueueMail(tx: Queryable, mail: NewMail): Promise<void> {
  return enqueueMails(tx, [mail]);
}

export function enqueueMails(tx: Queryable, mails: readonly NewMail[]): Promise<void> {
  return runSteps(tx, mailSteps(mails));
}

/** The same, for the COMMIT to take along. */
export function mailSteps(mails: readonly NewMail[]): Step[] {
  if (mails.length === 0) return [];
  const task = mails.some(({ kind }) => kind === 'signIn') ? 'sendSignInMail' : 'sendMail';
  return [...insertMails(mails), taskStep(task)];
}

type ToAddresses = { partyId: Id<'pty'>; recipients: readonly string[] };
type ToParty = { partyId: Id<'pty'>; recipientParty: Id<'pty'> };
type Locked = { recipient: string; fullSince: Date | null };

const addresses = 'unnest($recipients::text[]) r (recipient)';
const addressOfParty =
  '(SELECT email FROM parties WHERE id = $recipientParty AND email IS NOT NULL) r (recipient)';

/** Returns the statements that lock these recipients for a party, and then look for its last mails to them. */
function statements<Asked>(name: string, recipients: string) {
  const lock = many<{ recipient: string }, Asked>(
    `mails_lock_${name}`,
    `SELECT x.recipient, pg_advisory_xact_lock(x.hash) FROM (
       SELECT r.recipient, hashtextextended(concat('mails ', $partyId::uuid, ' ', r.recipient), 0) AS hash
       FROM ${recipients} ORDER BY 2) x`,
  );
  const list = many<Locked, Asked & { from: Date }>(
    `mails_full_${name}`,
    `SELECT r.recipient, ${fullSince('$partyId', 'r.recipient', '$from::timestamptz')} AS full_since
     FROM ${recipients}`,
  );
  return { lock, list };
}

const toAddresses = statements<ToAddresses>('recipients', addresses);
const toParty = statements<ToParty>('party', addressOfParty);

/** Returns which recipients get no more mails of the party at a time: in the hour before, it has caused as many as it may. */
export type FullAt = (now: Date) => ReadonlySet<string>;

const hour_ms = 3_600_000;

/**
 * Locks the recipients for the party, so that equal transactions count one after the other, and returns which are full at
 * a time that is not before `since`. Asks for all at once.
 */
export async function lockRecipients(tx: Queryable, asked: ToAddresses, since: Date): Promise<FullAt> {
  if (asked.recipients.length === 0) return () => new Set();
  const locked = toAddresses.lock(tx, asked);
  const listed = toAddresses.list(tx, { ...asked, from: hourBefore(since) });
  return fullAt((await together([locked, listed]))[1]);
}

/**
 * Does the same for the address that another party shows, and returns this address; null if it shows none. Throws what
 * lets the transaction run again if the address has changed in between.
 */
export async function lockRecipientParty(
  tx: Queryable,
  asked: ToParty,
  since: Date,
): Promise<{ recipient: string | null; fullAt: FullAt }> {
  const locked = toParty.lock(tx, asked);
  const listed = toParty.list(tx, { ...asked, from: hourBefore(since) });
  const [[first], rows] = await together([locked, listed]);
  if (first?.recipient !== rows[0]?.recipient) throw new AddressChanged();
  return { recipient: first?.recipient ?? null, fullAt: fullAt(rows) };
}

class AddressChanged extends Error {
  readonly code = '40001'; // as PostgreSQL says that a transaction has to run again
}

const hourBefore = (time: Date): Date => new Date(time.getTime() - hour_ms);

function fullAt(rows: readonly Locked[]): FullAt {
  return (now) => {
    const full = rows.filter(({ fullSince: time }) => time !== null && time > hourBefore(now));
    return new Set(full.map(({ recipient }) => recipient));
  };
}

/** Locks the recipients and returns which of them are full at this time. */
export async function findFullRecipients(
  tx: Queryable,
  { now, ...asked }: ToAddresses & { now: Date },
): Promise<ReadonlySet<string>> {
  return (await lockRecipients(tx, asked, now))(now);
}
