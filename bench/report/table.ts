import type { Row, Spread } from '../bench.ts';
import { describeTarget } from '../statistics.ts';
import type { Failure } from './types.ts';

const head = ['', 'work', 'target', 'yardstick', 'measured', 'ratio (min – max)', 'p50 ms', 'p99 ms'];

/** Returns the rows as cells of text: a head, and a line for each row. */
export function cellsOf(rows: readonly Row[]): string[][] {
  return [head, ...rows.map(lineOf)];
}

function lineOf(row: Row): string[] {
  const { title, unit, yardstick, work, ratio, p50_ms, p99_ms, met } = row;
  const measured =
    ratio === null ? spread(work, (value) => figure(value, unit)) : `${figure(work.median, unit)} ${unit}`;
  return [
    met ? 'met' : 'NOT MET',
    title,
    describeTarget(row),
    yardstick ? `${figure(yardstick.figure, unit)} ${unit}` : '–',
    ratio === null ? `${measured} ${unit}` : measured,
    ratio === null ? '–' : spread(ratio, (value) => value.toFixed(2)),
    p50_ms === null ? '–' : p50_ms.toFixed(1),
    p99_ms === null ? '–' : p99_ms.toFixed(1),
  ];
}

function spread({ min, median, max }: Spread, show: (value: number) => string): string {
  return `${show(median)} (${show(min)} – ${show(max)})`;
}

/** Formats a figure with its significant digits. */
export function figure(value: number, unit: string): string {
  if (unit === '/s') return Math.round(value).toLocaleString('en');
  return value.toFixed(value < 100 ? 2 : 0);
}

/** Returns the costs per response as cells of text, for the rows that measured them. */
export function costCells(rows: readonly Row[]): string[][] {
  const lines = rows.flatMap(({ title, cost }) =>
    cost
      ? [
          [
            title,
            whole(cost.node_us),
            whole(cost.postgres_us),
            whole(cost.generator_us),
            whole(cost.wal_bytes),
          ],
        ]
      : [],
  );
  const names = ['per response', 'Node µs', 'PostgreSQL µs', 'load generator µs', 'WAL bytes'];
  return lines.length === 0 ? [] : [names, ...lines];
}

function whole(value: number | null): string {
  return value === null ? '–' : value.toFixed(0);
}

/** Returns a text table for a terminal: the first three columns aligned left, figures aligned right. */
export function textTable(cells: readonly string[][]): string {
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((line) => line[column]?.length ?? 0)),
  );
  const lines = cells.map((line) =>
    line
      .map((cell, column) =>
        column < 3 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

/** Returns the same table in Markdown. */
export function markdownTable([names = [], ...lines]: readonly string[][]): string {
  const rule = names.map((_, column) => (column < 3 ? '---' : '--:'));
  return `${[names, rule, ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`;
}

export function failureLines(failures: readonly Failure[]): string[] {
  return failures.map(({ ids, reason }) => `not measured: ${ids.join(', ')}: ${reason}`);
}
