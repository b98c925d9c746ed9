import type { Id } from '../../lib/id.ts';
import type { Actor } from './actor.ts';

/** A kind of resource whose changes of state are events, by the name the specification gives it. */
export type EventResource =
  | 'agent'
  | 'agentKey'
  | 'apiKey'
  | 'approval'
  | 'customerInvitation'
  | 'delegation'
  | 'externalAccount'
  | 'invitation'
  | 'party'
  | 'payment'
  | 'paymentRequest'
  | 'transfer'
  | 'wallet';

/**
 * One change of state of one resource. `from` is null for a new one: a payment that settles at once goes from nothing
 * to COMPLETED, since nobody could ever have read it as PROCESSING.
 */
export type Event = {
  resource: EventResource;
  resourceId: string;
  from: string | null;
  to: string;
  createdAt: Date;
};

/** A line of the audit log. `actor` is null where Purser acts by itself. */
export type AuditRow = {
  actor: Actor | null;
  requestId: Id<'req'> | null;
  /** The route with its path parameters, or what Purser did by itself. */
  action: string;
  targetId: string | null;
  decision: 'accepted' | 'refused';
  /** Why it was refused, or what the one who decided said. */
  reason: string | null;
  at: Date;
};

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

/** Work that waits in tables of its own; a job says only that there is some. See `jobs/`. */
export type Task = 'expire' | 'submitWithdrawals' | 'collectOutcomes' | 'sendMail' | 'advanceWatermarks';

/** What a job wakes: work of one kind, or of all kinds. */
export type TaskName = Task | 'everything';
