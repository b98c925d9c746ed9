import type { Program } from '../context.ts';
import type { Queryable } from '../db/sql.ts';
import type { MailKind } from '../engine/model/journal.ts';
import { PurserError } from '../errors.ts';
import { publicId } from '../lib/id.ts';
import type { Keyring } from '../lib/keyring.ts';
import { isPhone } from '../lib/text.ts';
import { type MailContent, MailFailure } from '../gateways/mail.ts';
import { claimDueMail, type DueMail, type Lane, type MailOutcome, settleMail } from './queries.ts';

/** Composes a mail of one kind from its resource; null if there is no longer anything to say. */
export type Composer = (
  db: Queryable,
  resourceId: never,
  at: { now: Date; baseUrl: string; keyring: Keyring; recipient: string },
) => Promise<MailContent | null>;

export type Composers = Readonly<Record<MailKind, Composer>>;

const claim_ms = 300_000; // longer than any attempt can take
const maxAttempts = 10;
const firstRetryDelay_ms = 60_000;
const maxRetryDelay_ms = 6 * 3_600_000;

/**
 * Sends the mail of a lane whose turn it is and returns 1. Returns 0 if none is due, or if mail is down, so that no mail
 * loses an attempt. A crash after sending and before recording it sends the mail twice, with the same Message-ID.
 */
export async function sendDueMail(
  program: Program,
  now: Date,
  lane: Lane,
  composers: Composers,
): Promise<number> {
  if (program.mail.isDown()) return 0;
  const at = new Date();
  const mail = await claimDueMail[lane](program.db, { now, at, until: new Date(at.getTime() + claim_ms) });
  if (!mail) return 0;
  await settleMail(program.db, mail, await attempt(program, now, composers, mail));
  return 1;
}

async function attempt(
  program: Program,
  now: Date,
  composers: Composers,
  mail: DueMail,
): Promise<MailOutcome> {
  try {
    const compose = composers[mail.kind];
    const { keyring } = program;
    const at = { now, baseUrl: program.baseUrl(), keyring, recipient: mail.recipient };
    const content = await compose(program.db, mail.resourceId as never, at);
    if (!content) return { status: 'DROPPED' };
    const { subject, text, html } = content;
    const gateway = isPhone(mail.recipient) ? program.texts : program.mail;
    await gateway.send({ subject, text, html, to: mail.recipient, messageId: publicId('mai', mail.id) });
    // It may contain a token. Only the sandbox shows a mail again.
    const kept = program.config.environment === 'sandbox' ? { text, html } : { text: null, html: null };
    return { status: 'SENT', subject, ...kept, sentAt: now };
  } catch (error) {
    // The database is unavailable. The claim ends automatically.
    if (error instanceof PurserError && error.status >= 500) throw error;
    if (!(error instanceof MailFailure)) {
      program.log.error({ err: error, mailId: publicId('mai', mail.id) }, 'mail could not be written');
    }
    return failed(now, mail, error);
  }
}

function failed(now: Date, { attempts }: DueMail, error: unknown): MailOutcome {
  const lastError = error instanceof MailFailure ? error.message : 'could not be written';
  const isPermanent = error instanceof MailFailure && error.permanent;
  if (isPermanent || attempts >= maxAttempts) return { status: 'FAILED', lastError };
  const delay_ms = Math.min(maxRetryDelay_ms, firstRetryDelay_ms * 2 ** (attempts - 1));
  return { status: 'PENDING', lastError, dueAt: new Date(now.getTime() + delay_ms) };
}
