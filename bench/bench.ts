import type { Cost } from './usage.ts';

/** How to measure, and at which size. */
export type Bench = {
  pgbench: string;
  rounds: number;
  /** The duration of each side of a round. */
  seconds: number;
  /** How long a new server is under load before it is measured. */
  warmUp_s: number;
  /** How long a server is under load before it is killed. */
  loadBeforeKill_s: number;
  wallets: number;
  /** The number of payments up to which growth is measured; 0 skips the measurement. */
  growth: number;
  /** The number of transactions of the party whose transactions are listed. */
  transactions: number;
  /** Settings of the server that differ from its defaults. */
  settings: Record<string, string>;
};

/** The figures of one side of a round. */
export type Sample = {
  perSecond: number;
  p50_ms?: number;
  p99_ms?: number;
  cost?: Cost;
  /** How many responses were no success, where that is measured. */
  refused?: number;
  /** The p99 in ms by kind of request, where several are measured at once. */
  p99ByKind_ms?: Readonly<Record<string, number>>;
  /** Why the sample does not count. */
  invalid?: string;
};

/** The samples of a round, by side. */
export type Round = Sample[];
export type Spread = { min: number; median: number; max: number };

/** The targets of a row. The medians have to meet all that are given. */
export type Target = {
  /** The minimum ratio to the yardstick. */
  ratio?: number;
  p50_ms?: number;
  p99_ms?: number;
  /** The maximum, in the unit of the work. */
  atMost?: number;
  /** The minimum, in the unit of the work. */
  atLeast?: number;
};

/** A row of the results: work compared with its yardstick. Each figure is the median of all rounds. */
export type Row = {
  id: string;
  title: string;
  asked: Target;
  unit: string;
  yardstick: { name: string; figure: number } | null;
  work: Spread;
  ratio: Spread | null;
  p50_ms: number | null;
  p99_ms: number | null;
  cost: Cost | null;
  met: boolean;
  notes: string[];
  /** When and how the row was measured, where that differs from the other rows. */
  taken?: string;
  /** The raw figures. */
  rounds: ReadonlyArray<object | number>;
};

/** A curve of a plot: the spread of the figures at each x. */
export type Curve = { name: string; points: Array<{ x: number } & Spread> };

/** The result of a measurement. Curves are keyed by the name of their plot. */
export type MeasurementResult = { rows: Row[]; curves?: Record<string, Curve[]> };

/** A measurement. It can measure the rows with these ids, and measures the `wanted` ones. */
export type Measurement = {
  ids: readonly string[];
  measure: (bench: Bench, wanted: ReadonlySet<string>) => Promise<MeasurementResult>;
};
