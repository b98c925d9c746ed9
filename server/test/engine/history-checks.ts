import * as fc from 'fast-check';
import { isThorough } from '../support/thorough.ts';
import type { Movement } from '../../src/engine/model/changes.ts';
import type { Event } from '../../src/engine/model/journal.ts';
import type { LoadedState } from '../../src/engine/model/state.ts';
import { histories, type Moment, play } from './histories.ts';
import { stored } from './run.ts';

/** How many histories each property is checked with. */
export const numRuns = isThorough ? 80 : 20;

/** Checks a property over random histories of all commands. */
export function always(promise: (moments: Moment[]) => void): void {
  fc.assert(
    fc.property(histories, (history) => promise(play(history))),
    { numRuns },
  );
}

/** Checks a property at every moment of a history, with the state stored at that moment. */
export function alwaysThen(promise: (state: LoadedState, moment: Moment) => void): void {
  always((moments) => moments.forEach((moment) => promise(stored(moment.after), moment)));
}

/** Returns the events of a history. */
export const eventsIn = (moments: Moment[]): Event[] => moments.flatMap(({ after }) => after.changes.events);

/** Returns the movements of a history. */
export const movementsIn = (moments: Moment[]): Movement[] =>
  moments.flatMap(({ after }) => after.changes.movements);

/** Returns the state at the end of a history. */
export function last(moments: Moment[]): LoadedState {
  const moment = moments.at(-1);
  if (!moment) throw new Error('a history begins with deposits');
  return stored(moment.after);
}
