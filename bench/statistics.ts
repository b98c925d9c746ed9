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
