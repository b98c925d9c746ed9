import type { Curve, Row } from '../bench.ts';

/** The machine and its PostgreSQL, each fact under its name. */
export type Machine = Record<string, string>;
/** Rows that could not be measured, and why. */
export type Failure = { ids: string[]; reason: string };

/** All that a run found. */
export type Results = {
  date: string;
  machine: Machine;
  /** How it was measured. */
  options: { rounds: number; seconds: number; quick: boolean; settings: Record<string, string> };
  rows: Row[];
  /** By the name of the plot. */
  curves: Record<string, Curve[]>;
  failures: Failure[];
};
