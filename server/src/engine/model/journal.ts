import type { Id, PublicId } from '../../lib/id.ts';
import type { Actor } from './actor.ts';
import type { NamedCounterparty } from './agent-rules.ts';
import type { ApprovalReason } from './records.ts';

/** A kind of resource whose changes of state are events, under the name that the specification gives it. */
export type EventResource =
  | 'agent'
  | 'agentKey'
  | 'apiKey'
  | 'approval'
  | 'contact'
  | 'customerInvitation'
  | 'debt'
  | 'delegation'
  | 'externalAccount'
  | 'invitation'
  | 'member'
  | 'party'
  | 'payment'
  | 'paymentRequest'
  | 'refund'
  | 'transfer'
  | 'wallet';

/**
 * One change of state of one resource. `from` is null for a new resource. A payment that settles at once goes from null
 * to COMPLETED, since no client could ever have read it as PROCESSING.
 */
export type Event = {
  resource: EventResource;
  resourceId: string;
  from: string | null;
  to: string;
  createdAt: Date;
};

/** What a line of the audit log says of the actor. `userId` is null for the operator, and for who declined by a token, which names nobody. */
export type AuditActor = Pick<Actor, 'partyId' | 'keyPrefix' | 'agentId' | 'instanceId'> & {
  userId: Id<'usr'> | null;
};

/** Returns what a line of a party's audit log says of the operator, who has no key; the line's reason has the name. */
export function operatorFor(partyId: Id<'pty'>): AuditActor {
  return { partyId, userId: null, keyPrefix: 'operator', agentId: null, instanceId: null };
}

/** What an agent asked for and was refused: a payment or a withdrawal. */
export type Attempt = {
  /** Minor units, 1 … 2^53 − 1. */
  amount: number;
  currency: string;
  /** As the request named it. */
  counterparty: NamedCounterparty;
  description: string | null;
  /** Whose wallet was to pay; null if that of the agent's party. A public id. */
  customerPartyId: PublicId<'pty'> | null;
  idempotencyKey: string | null;
  /** The limits and rules that it exceeded, as the agent was told. */
  reasons: readonly ApprovalReason[];
};

/** What a change changed: where, such as `limits.perDay`, and from what to what, as responses show it. */
export type Change = { path: string; from: unknown; to: unknown };

/** A line of the audit log. `actor` and `requestId` are null if Purser acted automatically, `requestId` also in a sum. */
export type AuditRow = {
  actor: AuditActor | null;
  requestId: Id<'req'> | null;
  /** The route with its path parameters, or its pattern in a sum; or the name of what Purser did automatically. */
  action: string;
  targetId: string | null;
  decision: 'accepted' | 'refused';
  /** Why the request was refused; otherwise the client's reason or a remark of the engine. */
  reason: string | null;
  at: Date;
  /** How many refused writes this line sums up; 1 if absent. */
  count?: number;
  /** An `Attempt`; absent unless it is kept. */
  attempt?: object | null;
  /** Absent or empty if nothing changed that it names. */
  changes?: readonly Change[];
};

/** What a mail is about: the kind of resource it is composed from. */
export type MailKind =
  | 'customerInvitation'
  | 'partyInvitation'
  | 'paymentRequest'
  | 'claim'
  | 'contactVerification'
  | 'signIn'
  | 'webhookDisabled'
  | 'approval'
  | 'apiKey';

/** How many mails one party may cause to one recipient within an hour, those to its own people aside. */
export const maxMailsPerHour = 20;

/** A mail to be composed and sent after the commit. */
export type NewMail = {
  kind: MailKind;
  resourceId: string;
  /** The party that caused the mail; null for a sign-in mail. */
  partyId: Id<'pty'> | null;
  recipient: string;
  now: Date;
};

/**
 * The kinds of background work, in the order in which a moved clock does them. The work itself waits in tables; a job
 * only starts it (`server/src/jobs`).
 */
export const taskNames = [
  'expire',
  'submitOrders',
  'collectOutcomes',
  'sealAuditLog',
  'reconcile',
  'announceApprovals',
  'sendSignInMail',
  'sendMail',
] as const;

export type Task = (typeof taskNames)[number];

/** What a job starts: one task, or all of them. */
export type TaskName = Task | 'everything';
