import type { Queryable } from '../../db/sql.ts';
import type { EventResource } from '../model/journal.ts';
import { runSteps } from './run-steps.ts';
import { eventSteps } from '../store/store-journal.ts';

/** A change of state of a resource; `from` is null for a new one. */
export type NewEvent = {
  resource: EventResource;
  resourceId: string;
  from: string | null;
  to: string;
  now: Date;
};

/** Notes a change of state that moved no money, in the transaction that makes it. Commands note their own. */
export function recordEvent(tx: Queryable, event: NewEvent): Promise<void> {
  return recordEvents(tx, [event]);
}

/** Notes many at once. */
export function recordEvents(tx: Queryable, events: readonly NewEvent[]): Promise<void> {
  return runSteps(tx, eventSteps(events.map(({ now, ...event }) => ({ ...event, createdAt: now }))));
}
