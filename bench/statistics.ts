import type { Curve, Round, Row, Sample, Spread } from './bench.ts';
import type { Cost } from './usage.ts';

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return { min: sorted[0] ?? 0, median: medianOf(sorted), max: sorted.at(-1) ?? 0 };
}

/** Returns a point of a curve. */
export function pointOf(x: number, values: readonly number[]): Curve['points'][number] {
  return { x, ...spreadOf(values) };
}

function medianOf(sorted: readonly number[]): number {
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return ((low ?? 0) + (high ?? 0)) / 2;
}

/** The ratio of two sides' figures over pairs of rounds, with the bounds of its 95 % confidence interval. */
export type Ratio = { base: number; work: number; mean: number; low: number; high: number };

// Student's t for 97.5 %, by the degrees of freedom from 1.
const studentT = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145,
];
/** The most pairs of which a ratio can be told. */
export const maxPairs = studentT.length + 1;

/**
 * Compares two sides that were measured in pairs. The figures and their ratio are geometric means, and the interval is
 * that of the logarithms of the pairs' ratios by Student's t: what slows both sides of a pair does not widen it.
 */
export function pairedRatio(pairs: ReadonlyArray<readonly [base: number, work: number]>): Ratio {
  const [base, work] = [0, 1].map((side) => meanOf(pairs.map((pair) => Math.log(pair[side] ?? 0))));
  const logs = pairs.map(([of, to]) => Math.log(to / of));
  const mean = meanOf(logs);
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1);
  const t = studentT[logs.length - 2];
  const halfWidth = t === undefined ? Infinity : t * Math.sqrt(variance / logs.length);
  return {
    base: Math.exp(base ?? 0),
    work: Math.exp(work ?? 0),
    mean: Math.exp(mean),
    low: Math.exp(mean - halfWidth),
    high: Math.exp(mean + halfWidth),
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the processor time of Node and PostgreSQL in µs per response; 0 where it was not measured. */
export function processorTime_us(sample: Sample | undefined): number {
  return (sample?.cost?.node_us ?? 0) + (sample?.cost?.postgres_us ?? 0);
}

/** Returns the sample of several turns of equal length together: the cost is per response of all of them. */
export function sampleOfTurns(turns: readonly Sample[]): Sample {
  const [only, another] = turns;
  if (only && !another) return only;
  const all = turns.reduce((sum, { perSecond }) => sum + perSecond, 0);
  const mean = (of: (cost: Cost) => number | null): number =>
    turns.reduce((sum, { cost, perSecond }) => sum + ((cost && of(cost)) ?? 0) * (perSecond / all), 0);
  const invalid = turns.flatMap((turn) => turn.invalid ?? []);
  return {
    perSecond: all / turns.length,
    cost: {
      node_us: mean(({ node_us }) => node_us),
      postgres_us: mean(({ postgres_us }) => postgres_us),
      generator_us: mean(({ generator_us }) => generator_us),
      wal_bytes: mean(({ wal_bytes }) => wal_bytes),
    },
    ...(invalid.length > 0 && { invalid: invalid.join(', ') }),
  };
}

type Names = Pick<Row, 'id' | 'title' | 'asked'> & { yardstick: string; notes?: string[] };

/** Compares two sides of all rounds and returns a row. Rates are per second. */
export function compare(rounds: readonly Round[], yardstick: number, work: number, names: Names): Row {
  const of = (side: number): Sample[] => rounds.flatMap((round) => round[side] ?? []);
  const [beside, measured] = [of(yardstick), of(work)];
  const ratios = measured.map((sample, index) => sample.perSecond / (beside[index]?.perSecond ?? 0));
  const { median } = spreadOf(beside.map((sample) => sample.perSecond));
  return withMet({
    ...names,
    unit: '/s',
    yardstick: { name: names.yardstick, figure: median },
    work: spreadOf(measured.map((sample) => sample.perSecond)),
    ratio: spreadOf(ratios),
    p50_ms: medianIn(measured, (sample) => sample.p50_ms),
    p99_ms: medianIn(measured, (sample) => sample.p99_ms),
    cost: costOf(measured),
    notes: names.notes ?? [],
    rounds: measured.map((sample, index) => ({ yardstick: beside[index], work: sample })),
  });
}

/** Returns a row of figures without a yardstick. */
export function withoutYardstick(
  values: readonly number[],
  names: Pick<Row, 'id' | 'title' | 'asked' | 'unit'> & Partial<Row>,
): Row {
  return withMet({
    yardstick: null,
    ratio: null,
    p50_ms: null,
    p99_ms: null,
    cost: null,
    notes: [],
    rounds: [...values],
    ...names,
    work: spreadOf(values),
  });
}

/** Adds whether the medians meet the row's targets. */
function withMet(row: Omit<Row, 'met'>): Row {
  const { asked, ratio, work, p50_ms, p99_ms, rounds } = row;
  const met =
    rounds.length > 0 &&
    (asked.ratio === undefined || (ratio !== null && ratio.median >= asked.ratio)) &&
    within(p50_ms, asked.p50_ms) &&
    within(p99_ms, asked.p99_ms) &&
    within(work.median, asked.atMost) &&
    (asked.atLeast === undefined || work.median >= asked.atLeast);
  return { ...row, met };
}

function within(value: number | null, bound: number | undefined): boolean {
  return bound === undefined || (value !== null && value <= bound);
}

/** Describes the targets of a row. */
export function describeTarget({ asked, unit, yardstick }: Row): string {
  const { ratio, p50_ms, p99_ms, atMost, atLeast } = asked;
  const words = [
    ratio === undefined ? '' : `≥ ${ratio} × ${yardstick?.name ?? ''}`,
    p50_ms === undefined ? '' : `p50 ≤ ${p50_ms} ms`,
    p99_ms === undefined ? '' : `p99 ≤ ${p99_ms} ms`,
    atMost === undefined ? '' : `≤ ${atMost} ${unit}`,
    atLeast === undefined ? '' : `≥ ${atLeast} ${unit}`,
  ];
  return words.filter((each) => each !== '').join(', ') || '–';
}

/** Returns the median of an optional figure of samples; null where no sample has it. */
export function medianIn(
  samples: readonly Sample[],
  of: (sample: Sample) => number | null | undefined,
): number | null {
  const values = samples.flatMap((sample) => of(sample) ?? []);
  return values.length === 0 ? null : spreadOf(values).median;
}

function costOf(samples: readonly Sample[]): Cost | null {
  if (!samples.some(({ cost }) => cost)) return null;
  return {
    node_us: medianIn(samples, ({ cost }) => cost?.node_us),
    postgres_us: medianIn(samples, ({ cost }) => cost?.postgres_us),
    generator_us: medianIn(samples, ({ cost }) => cost?.generator_us) ?? 0,
    wal_bytes: medianIn(samples, ({ cost }) => cost?.wal_bytes) ?? 0,
  };
}
