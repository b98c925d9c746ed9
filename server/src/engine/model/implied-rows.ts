import type { Id } from '../../lib/id.ts';
import type { IdempotencyKey, RequestInfo } from './actor.ts';
import type { Changes } from './changes.ts';
import type { AuditRow, Event } from './journal.ts';
import type { Payment } from './records.ts';
import type { State } from './state.ts';

/**
 * What the row of a payment implies is not written a second time: its line of the audit log and the events that it was
 * made and completed at once (two views derive them if the row names its request), the response under its idempotency key
 * (rendered again from the row), and the pair of payer and payee (stored later by `server/src/authority/counterparties`).
 *
 * Log, events and pairs are closed up to a watermark, `announcedTo`: readers take them as complete up to there. A
 * payment with an id up to the watermark is late, since others may have read past it: it gets rows of its own.
 */
export type ImplyingColumns = Pick<Payment, 'requestId' | 'keyDigest' | 'fingerprint'>;

/** The route whose payments keep their idempotency key in their row. The same key on another route is another key. */
export const payRoute = 'POST /payments';

/** Returns whether a payment of this id is late. Without a watermark nothing is known to be open, so each one is. */
export function isLate(id: Id<'pay'>, { announcedTo }: Pick<State, 'announcedTo'>): boolean {
  return announcedTo === null || id <= announcedTo;
}

/** Returns whether a command's idempotency key is kept by the row of its payment. */
export function isKeptByPayment(command: { kind: string }, { route }: IdempotencyKey): boolean {
  return command.kind === 'pay' && route === payRoute;
}

/**
 * Returns the columns of a new payment that stand for other rows. One that fulfils a payment request has an audit line of
 * its own, since the derived line says that the route is POST /payments.
 */
export function implyingColumns(
  {
    requestId,
    idempotency,
    fulfils,
  }: Pick<RequestInfo, 'requestId' | 'idempotency'> & { fulfils: object | null },
  id: Id<'pay'>,
  state: Pick<State, 'announcedTo'>,
): ImplyingColumns {
  const hasOwnLine = isLate(id, state) || fulfils !== null;
  const key = idempotency && isKeptByPayment({ kind: 'pay' }, idempotency) ? idempotency : null;
  return {
    requestId: hasOwnLine ? null : requestId,
    keyDigest: key?.digest ?? null,
    fingerprint: key?.fingerprint ?? null,
  };
}

/**
 * Returns the events to store: two for a payment that completes at once, whose response says PROCESSING. The row of a new
 * payment implies the others.
 */
export function eventLines({ events, payments: created }: Changes): Event[] {
  const implying = new Set<string>(created.filter(({ requestId }) => requestId !== null).map(({ id }) => id));
  return events.flatMap((event): Event[] => {
    const { resource, resourceId, from, to } = event;
    if (resource !== 'payment' || from !== null || to !== 'COMPLETED') return [event];
    if (implying.has(resourceId)) return [];
    return [
      { ...event, to: 'PROCESSING' },
      { ...event, from: 'PROCESSING' },
    ];
  });
}

/** Returns the audit lines to store. The row of a new payment implies the others. */
export function auditLines({ audits, payments: created }: Changes): AuditRow[] {
  const implying = new Set(created.map(({ requestId }) => requestId));
  return audits.filter(({ requestId }) => requestId === null || !implying.has(requestId));
}
