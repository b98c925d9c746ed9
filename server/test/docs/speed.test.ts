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

it('README.md states the speed that bench/results.json has', async () => {
  const results = new URL('../../../bench/results.json', import.meta.url);
  const { rows } = JSON.parse(await readFile(results, 'utf8')) as Results;
  const { work, ratio, p99_ms } = rows.find(({ id }) => id === 'payments64') ?? {};
  const text = (await readDocument('README.md')).replaceAll(/\s+/g, ' ');
  const told =
    /([\d,]+) payments per second with a p99 of ([\d.]+) ms: ([\d.]+) times the rate of TPC-B/.exec(text);
  const perSecond = work && Math.round(work.median).toLocaleString('en');
  expect(told?.slice(1)).toEqual([perSecond, p99_ms?.toFixed(1), ratio?.median.toFixed(1)]);
});
