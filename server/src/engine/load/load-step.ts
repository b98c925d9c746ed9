import type { LoadedState } from '../model/state.ts';
import type { Step } from '../model/step.ts';

/** One statement of the load, with a function that adds its rows to the state. */
export type Load = Step & { values: unknown[]; into(state: LoadedState, rows: never[]): void };
