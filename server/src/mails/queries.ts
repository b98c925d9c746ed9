import type { ListPage } from '../db/filters.ts';
import { many, one, type Queryable, run, value } from '../db/sql.ts';
import type { MailKind } from '../engine/model/journal.ts';
import type { Id } from '../lib/id.ts';

/** A mail that is due. `attempts` includes the current attempt. */
export type DueMail = {
  id: Id<'mai'>;
  kind: MailKind;
  resourceId: string;
  recipient: string;
  attempts: number;
};

/** What mails leave in an order of their own: links to sign in, and all others. */
export type Lane = 'signIn' | 'others';

type Claim = { now: Date; at: Date; until: Date };

const claimIn = (lane: string): string => `UPDATE mails SET attempts = attempts + 1, claimed_until = $until
   WHERE id = (SELECT id FROM mails
     WHERE due_at <= $now AND ${lane} AND (claimed_until IS NULL OR claimed_until <= $at)
     ORDER BY turn LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
   RETURNING id, kind, resource_id, recipient, attempts`;

/** Claims the due mail of a lane whose turn it is. Until the claim ends, no other server sends it. */
export const claimDueMail = {
  signIn: one<DueMail, Claim>('mails_claim_sign_in', claimIn(`kind = 'signIn'`)),
  others: one<DueMail, Claim>('mails_claim', claimIn(`kind <> 'signIn'`)),
} satisfies Record<Lane, unknown>;

/** The outcome of an attempt. `PENDING` means that the mail is due again. */
export type MailOutcome =
  /** `text` and `html` are null where they are not kept. */
  | { status: 'SENT'; subject: string; text: string | null; html: string | null; sentAt: Date }
  | { status: 'PENDING'; lastError: string; dueAt: Date }
  | { status: 'FAILED'; lastError: string }
  | { status: 'DROPPED' };

type Settled = Pick<DueMail, 'id' | 'attempts'> & {
  status: MailOutcome['status'];
  lastError: string | null;
} & {
  [Field in 'subject' | 'text' | 'html']: string | null;
} & { [Time in 'sentAt' | 'dueAt']: Date | null };

const settle = run<Settled>(
  'mails_settle',
  `UPDATE mails SET status = $status, subject = $subject, body = $text, html = $html, sent_at = $sentAt,
     last_error = coalesce($lastError, last_error), due_at = $dueAt, turn = coalesce($dueAt, turn),
     claimed_until = NULL
   WHERE id = $id AND attempts = $attempts AND status = 'PENDING'`,
);

const noOutcome = { subject: null, text: null, html: null, sentAt: null, lastError: null, dueAt: null };

/** Records the outcome of an attempt. Has no effect if another server has claimed the mail since. */
export async function settleMail(
  db: Queryable,
  { id, attempts }: Pick<DueMail, 'id' | 'attempts'>,
  outcome: MailOutcome,
): Promise<void> {
  await settle(db, { ...noOutcome, ...outcome, id, attempts });
}

export type MailRow = {
  id: Id<'mai'>;
  kind: Exclude<MailKind, 'signIn'>;
  resourceId: string;
  recipient: string;
  status: 'PENDING' | 'SENT' | 'FAILED' | 'WITHHELD';
  subject: string | null;
  text: string | null;
  createdAt: Date;
  sentAt: Date | null;
};

const columns = `id, kind, resource_id, recipient, status, subject, body AS text, created_at, sent_at`;
// An invitation to a person of the party is for that person, also where the address is another party's.
const shown = `status <> 'DROPPED' AND kind = ANY ($kinds::text[]) AND id < $before ORDER BY id DESC LIMIT $count`;
const ownAddress = `SELECT value FROM contacts WHERE party_id = $partyId AND verified_at IS NOT NULL`;

/**
 * Returns a page of the mails of these kinds that the party caused or that go to its verified addresses, newest first. A
 * party invitation only the party sees that caused it.
 */
export const listMailsBefore = many<MailRow, ListPage & { kinds: ReadonlyArray<MailRow['kind']> }>(
  'mails_list',
  `(SELECT ${columns} FROM mails WHERE party_id = $partyId AND ${shown})
   UNION
   (SELECT ${columns} FROM mails WHERE recipient IN (${ownAddress})
     AND kind <> 'partyInvitation' AND ${shown})
   ORDER BY id DESC LIMIT $count`,
);

/** A mail as the mailbox page shows it. */
export type BoxedMail = Pick<MailRow, 'id' | 'recipient' | 'status' | 'subject' | 'text' | 'createdAt'> & {
  hasHtml: boolean;
};

/** Returns the newest `count` mails of all parties: for the sandbox's mailbox page only. */
export const listNewestMails = many<BoxedMail, [count: number]>(
  'mails_newest',
  `SELECT id, recipient, status, subject, body AS text, created_at, html IS NOT NULL AS has_html
   FROM mails WHERE status <> 'DROPPED' ORDER BY id DESC LIMIT $1`,
);

/** Returns a mail of any party as HTML, or null: for the sandbox's mailbox page only. */
export const findMailHtml = value<string, [id: Id<'mai'>]>(
  'mails_html',
  'SELECT html FROM mails WHERE id = $1',
);

/** Deletes some mails from before a time that do not wait to be sent, and returns how many. */
export const deleteMailsBefore = run<[time: Date]>(
  'mails_delete_old',
  `DELETE FROM mails WHERE status <> 'PENDING' AND ctid = ANY (ARRAY(
     SELECT ctid FROM mails WHERE created_at < $1 AND status <> 'PENDING' LIMIT 1000))`,
);
