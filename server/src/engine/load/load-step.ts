import type { State } from '../model/state.ts';
import type { Step } from '../model/step.ts';

/** One statement of the load, and what its rows add to the state. */
export type Load = Step & { values: unknown[]; into(state: State, rows: never[]): void };
