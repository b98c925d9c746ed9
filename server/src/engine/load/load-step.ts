import type { LoadedState } from '../model/state.ts';
import type { Step } from '../model/step.ts';

/** Returns the clause by which a statement locks the rows that it reads; empty text for a preview, which locks none. */
export type Lock = (clause: 'FOR NO KEY UPDATE' | 'FOR NO KEY UPDATE OF c' | 'FOR KEY SHARE') => string;

/** One statement of the load, with a function that adds its rows to the state. */
export type Load = Step & { values: unknown[]; into(state: LoadedState, rows: never[]): void };
