import type { Cost } from './usage.ts';

/** How to measure. */
export type Bench = {
  pgbench: string;
  rounds: number;
  /** How long each side of a round takes. */
  seconds: number;
  /** How long a server just started is kept busy before it is measured. */
  warmUp_s: number;
  /** How long it is kept busy before it is killed. */
  busy_s: number;
  wallets: number;
  /** Payments up to which growth is measured; 0 leaves it out. */
  growth: number;
  /** Of a party whose transactions are listed. */
  transactions: number;
  /** Settings of the server other than its defaults. */
  settings: Record<string, string>;
};

/** What one side of a round did. */
export type Sample = {
  perSecond: number;
  p50_ms?: number;
  p99_ms?: number;
  cost?: Cost;
  /** Why it does not count. */
  spoiled?: string;
};

/** The samples of a round, by side. */
export type Round = Sample[];
export type Spread = { min: number; median: number; max: number };

/** What is promised: all that is given has to hold, each by its median. */
export type Asked = {
  /** At least so many times the yardstick. */
  ratio?: number;
  p50_ms?: number;
  p99_ms?: number;
  /** At most this, in the unit of the work. */
  atMost?: number;
};

/** A line of the result: work beside its yardstick, each figure the median of all rounds. */
export type Row = {
  id: string;
  title: string;
  asked: Asked;
  unit: string;
  yardstick: { name: string; figure: number } | null;
  work: Spread;
  ratio: Spread | null;
  p50_ms: number | null;
  p99_ms: number | null;
  cost: Cost | null;
  met: boolean;
  notes: string[];
  /** When and how, where that differs from the rest of the results. */
  taken?: string;
  /** Raw. */
  rounds: ReadonlyArray<object | number>;
};

/** A line of a plot: what was measured at each x. */
export type Curve = { name: string; points: Array<{ x: number } & Spread> };

/** What a measurement found. Curves are by the name of the plot they belong to. */
export type Found = { rows: Row[]; curves?: Record<string, Curve[]> };

/** Something that is measured: for the rows with these ids, or those of them that are wanted. */
export type Measurement = {
  ids: readonly string[];
  measure: (bench: Bench, wanted: ReadonlySet<string>) => Promise<Found>;
};
