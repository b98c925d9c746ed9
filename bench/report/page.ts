import type { Curve, Row } from '../bench.ts';
import { plots } from './plots.ts';
import type { Results } from './types.ts';
import { cellsOf, costCells, failureLines, figure, markdownTable } from './table.ts';

/** Returns the results as a Markdown page. */
export function pageOf(results: Results): string {
  const { rows, curves, failures, options } = results;
  return [
    '# How fast Purser is',
    `Written by \`npm run bench\`. What the figures mean, and where the time goes: [docs/performance.md](../docs/performance.md).`,
    `Each row compares work with its yardstick. The two take turns, in ${options.rounds} rounds of ${options.seconds} s each. Figures are the median of the rounds; the ratio is computed per round. Absolute figures drift with the machine: read the ratios.`,
    ...(options.quick
      ? ['**This was a quick run: it shows that the benchmark works, not how fast Purser is.**']
      : []),
    markdownTable(cellsOf(rows)),
    ...failureLines(failures),
    notesOf(rows),
    ...costsOf(rows),
    ...Object.entries(plots).flatMap(([name]) => plotOf(name, curves[name])),
    '## The machine',
    markdownTable([['', ''], ...Object.entries({ ...results.machine, date: results.date })]),
    settingsOf(results),
  ]
    .filter((part) => part !== '')
    .map((part) => part.trimEnd())
    .join('\n\n')
    .concat('\n');
}

function notesOf(rows: readonly Row[]): string {
  return rows
    .flatMap(({ title, notes, taken }) =>
      [...notes, ...(taken === undefined ? [] : [`measured ${taken}.`])].map((note) => `- ${title}: ${note}`),
    )
    .join('\n');
}

function costsOf(rows: readonly Row[]): string[] {
  const cells = costCells(rows);
  if (cells.length === 0) return [];
  return [
    '## Cost per response',
    'Processor time of all threads and processes, and bytes of write-ahead log, divided by the number of responses. The log also contains other activity: after a checkpoint PostgreSQL writes whole pages.',
    markdownTable(cells),
  ];
}

function plotOf(name: string, curves: readonly Curve[] | undefined): string[] {
  if (!curves) return [];
  const at = curves[0]?.points.map(({ x }) => x) ?? [];
  const unit = name === 'latency' ? 'ms' : '/s';
  const lines = at.map((x) => [x.toLocaleString('en')].concat(curves.map((each) => pointAt(each, x, unit))));
  const head = [
    name === 'growth' ? 'payments' : 'connections',
    ...curves.map((each) => `${each.name}, ${unit}`),
  ];
  return [
    `## ${name[0]?.toUpperCase()}${name.slice(1)}`,
    `![${name}](plots/${name}.svg)`,
    markdownTable([head, ...lines]),
  ];
}

function pointAt({ points }: Curve, x: number, unit: string): string {
  const point = points.find((each) => each.x === x);
  if (!point) return '–';
  return `${figure(point.median, unit)} (${figure(point.min, unit)} – ${figure(point.max, unit)})`;
}

function settingsOf({ options }: Results): string {
  const set = Object.entries(options.settings).map(([name, value]) => `\`${name}=${value}\``);
  return set.length === 0 ? 'All settings of Purser at their defaults.' : `Settings: ${set.join(', ')}.`;
}
