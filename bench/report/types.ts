import type { Curve, Row } from '../bench.ts';

/** Facts about the machine and its PostgreSQL, by name. */
export type Machine = Record<string, string>;
/** Rows that could not be measured, and why. */
export type Failure = { ids: string[]; reason: string };

/** All results of a run. */
export type Results = {
  date: string;
  machine: Machine;
  /** How the run measured. */
  options: { rounds: number; seconds: number; quick: boolean; settings: Record<string, string> };
  rows: Row[];
  /** Curves by the name of their plot. */
  curves: Record<string, Curve[]>;
  failures: Failure[];
};
