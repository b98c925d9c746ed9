import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageOf } from './page.ts';
import { plots } from './plots.ts';
import type { Results } from './types.ts';

/**
 * Writes `results.md`, `results.json` and `plots/` into a folder. Keeps the rows of an earlier run on the same machine
 * that this run did not measure: rows are independent, because each has its own yardstick.
 */
export async function writeResults(
  folder: string,
  results: Results,
  order: readonly string[],
): Promise<void> {
  const all = merge(await readEarlier(folder), results, order);
  await mkdir(join(folder, 'plots'), { recursive: true });
  await writeJson(join(folder, 'results.json'), all);
  await writeFile(join(folder, 'results.md'), pageOf(all));
  for (const [name, draw] of Object.entries(plots)) {
    const curves = all.curves[name];
    if (curves) await writeFile(join(folder, 'plots', `${name}.svg`), draw(curves));
  }
}

export function writeJson(path: string, value: object): Promise<void> {
  return writeFile(path, `${JSON.stringify(value, rounded, 1)}\n`);
}

async function readEarlier(folder: string): Promise<Results | null> {
  try {
    return JSON.parse(await readFile(join(folder, 'results.json'), 'utf8')) as Results;
  } catch {
    return null;
  }
}

function merge(before: Results | null, now: Results, order: readonly string[]): Results {
  if (before === null || !isComparable(before, now)) return now;
  const measured = new Set(now.rows.map(({ id }) => id));
  const kept = before.rows.filter(({ id }) => !measured.has(id) && order.includes(id));
  const taken = describeRun(before);
  for (const row of kept) if (taken !== describeRun(now)) row.taken ??= taken;
  const rows = [...kept, ...now.rows].toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  return { ...now, rows, curves: { ...before.curves, ...now.curves } };
}

/** Figures of different machines, or of quick and normal runs, must not be mixed. */
function isComparable(before: Results, now: Results): boolean {
  return (
    before.options.quick === now.options.quick &&
    JSON.stringify(before.machine) === JSON.stringify(now.machine)
  );
}

function describeRun({ date, options }: Results): string {
  const set = Object.entries(options.settings).map(([name, value]) => `, ${name}=${value}`);
  return `${date}, ${options.rounds} rounds of ${options.seconds} s${set.join('')}`;
}

/** Rounds numbers to six significant digits. */
function rounded(_name: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(6)) : value;
}
