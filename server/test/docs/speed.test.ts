import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readDocument } from './shell-session.ts';

type Results = {
  rows: Array<{
    id: string;
    work: { median: number };
    ratio: { median: number } | null;
    p99_ms?: number;
  }>;
};

async function measured(id: string): Promise<Record<'perSecond' | 'p99_ms' | 'ratio', string | undefined>> {
  const results = new URL('../../../bench/results.json', import.meta.url);
  const { rows } = JSON.parse(await readFile(results, 'utf8')) as Results;
  const row = rows.find((each) => each.id === id);
  if (!row) throw new Error(`bench/results.json has no row ${id}`);
  return {
    perSecond: Math.round(row.work.median).toLocaleString('en'),
    p99_ms: row.p99_ms?.toFixed(1),
    ratio: row.ratio?.median.toFixed(1),
  };
}

it('README.md states the speed that bench/results.json has', async () => {
  const text = (await readDocument('README.md')).replaceAll(/\s+/g, ' ');
  const told =
    /(?<perSecond>[\d,]+) payments per second with a p99 of (?<p99_ms>[\d.]+) ms: (?<ratio>[\d.]+) times the rate of TPC-B/.exec(
      text,
    );
  expect({ ...told?.groups }).toEqual(await measured('payments64'));
});

it.each([
  ['payments, 64 connections', 'payments64'],
  ['payments, 256 connections', 'payments256'],
  ['payments by agents, delegated, with limits', 'agents'],
  ['first pages of lists of transactions', 'listFirst'],
  ['reads of a payment', 'getById'],
])('docs/scaling.md states the speed that bench/results.json has: %s', async (title, id) => {
  const { perSecond, p99_ms } = await measured(id);
  expect(await readDocument('docs/scaling.md')).toContain(`| ${title} | ${perSecond} | ${p99_ms} ms |`);
});
