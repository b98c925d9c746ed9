import type { Queryable, Step } from '../../db/sql.ts';
import type { EventResource } from '../model/journal.ts';
import { runSteps } from './run-steps.ts';
import { insertEvents } from '../store/store-journal.ts';

/** A change of state of a resource; `from` is null for a new one. */
export type NewEvent = {
  resource: EventResource;
  resourceId: string;
  from: string | null;
  to: string;
  now: Date;
};

/** Records a plain write's change of state, in its transaction. Commands record their own. */
export function recordEvent(tx: Queryable, event: NewEvent): Promise<void> {
  return recordEvents(tx, [event]);
}

export function recordEvents(tx: Queryable, events: readonly NewEvent[]): Promise<void> {
  return runSteps(tx, eventSteps(events));
}

/** The same, for the COMMIT to take along. */
export function eventSteps(events: readonly NewEvent[]): Step[] {
  return insertEvents(events.map(({ now, ...event }) => ({ ...event, createdAt: now })));
}
