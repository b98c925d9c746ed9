import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { areEnough } from './against/compare.ts';
import type { Row, Sample } from './bench.ts';
import { startEmpty } from './empty/start.ts';
import { Usage, readOptions } from './options.ts';
import { writeResults } from './report/results.ts';
import type { Results } from './report/types.ts';
import { runRounds } from './rounds.ts';
import { compare, pairedRatio, sampleOfTurns } from './statistics.ts';
import { sendOnce } from './http.ts';
import { paymentRequest } from '../proof/support/load/requests.ts';

const names = { id: 'a', title: 'A', yardstick: 'another' };

function roundsOf(...pairs: Array<[number, number]>): Sample[][] {
  return pairs.map((pair) => pair.map((perSecond) => ({ perSecond, p99_ms: 10 })));
}

const rounds = roundsOf([10, 20], [100, 100], [10, 40]);

function validSample(): Promise<Sample> {
  return Promise.resolve({ perSecond: 1 });
}

function invalidSample(): Promise<Sample> {
  return Promise.resolve({ perSecond: 1, invalid: '3 × 503' });
}

function rowOf(id: string, rate: number): Row {
  return compare(roundsOf([1, rate]), 0, 1, { ...names, id, asked: {} });
}

function isMet(asked: Row['asked']): boolean {
  return compare(rounds, 0, 1, { ...names, asked }).met;
}

function outOf(...words: string[]): string | null | undefined {
  return readOptions(words, ['a'])?.out;
}

describe('a row', () => {
  it('has the spread of the ratios of its rounds, however the machine changed between them', () => {
    const { ratio, work, yardstick } = compare(rounds, 0, 1, { ...names, asked: {} });
    expect(ratio).toEqual({ min: 1, median: 2, max: 4 });
    expect([work.median, yardstick?.figure]).toEqual([40, 10]);
  });

  it('is met where the medians meet all targets', () => {
    expect([{ ratio: 2 }, { ratio: 2, p99_ms: 10 }].map(isMet)).toEqual([true, true]);
    expect([{ ratio: 2.1 }, { ratio: 2, p99_ms: 9 }, { p50_ms: 9 }].map(isMet)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('without rounds is not met', () => {
    expect(compare([], 0, 1, { ...names, asked: {} }).met).toBe(false);
  });
});

describe('a comparison with another commit', () => {
  it('has the ratio of the pairs, and an interval that what slows both sides does not widen', () => {
    const { mean, low, high } = pairedRatio([
      [100, 110],
      [200, 220],
      [50, 55],
    ]);
    for (const bound of [mean, low, high]) expect(bound).toBeCloseTo(1.1);
  });

  it('has the interval of Student’s t, of the logarithms', () => {
    const { base, work, mean, low, high } = pairedRatio([
      [1, 1],
      [1, Math.E],
    ]);
    expect([base, work].map(Math.log)).toEqual([0, 0.5]);
    expect([mean, low, high].map(Math.log).map((log) => log.toFixed(3))).toEqual([
      '0.500',
      '-5.853',
      '6.853',
    ]);
  });

  it('goes on until the interval is ±2% wide, for five rounds at least', () => {
    const cost = { node_us: 50, postgres_us: 50, generator_us: 1, wal_bytes: 100 };
    const dearer = { ...cost, node_us: 60 };
    const even = Array.from({ length: 5 }, (): Sample[] => [
      { perSecond: 1, cost },
      { perSecond: 1, cost: dearer },
    ]);
    const uneven = even.with(0, [even[0]?.[1] ?? { perSecond: 1 }, { perSecond: 1, cost }]);
    expect([even.slice(1), even, uneven].map(areEnough)).toEqual([false, true, false]);
  });

  it('costs per response what all turns of a round cost together', () => {
    const cost = { node_us: 10, postgres_us: 4, generator_us: 1, wal_bytes: 100 };
    const slow = { perSecond: 100, cost: { ...cost, node_us: 40 } };
    const both = sampleOfTurns([{ perSecond: 300, cost }, slow]);
    expect(both).toMatchObject({ perSecond: 200, cost: { node_us: 17.5, postgres_us: 4 } });
  });
});

describe('the server without a database', () => {
  it('responds to a payment like Purser', async () => {
    const { port, stop } = await startEmpty('server', '{"data":{}}');
    const request = paymentRequest('sk_pur_sandbox_any', { email: 'payee@bench.purser.test' });
    expect(await sendOnce(port, request)).toEqual({ status: 201, body: '{"data":{}}\n' });
    await stop();
  });
});

describe('a round', () => {
  beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));
  afterEach(() => void vi.restoreAllMocks());

  it('with an invalid sample is not counted, and is repeated', async () => {
    const samples: Sample[] = [{ perSecond: 1, invalid: '3 × 503' }, { perSecond: 2 }, { perSecond: 3 }];
    const run = (): Promise<Sample> => Promise.resolve(samples.shift() ?? { perSecond: 0 });
    expect(await runRounds({ rounds: 2 }, [{ name: 'a', run }])).toEqual([
      [{ perSecond: 2 }],
      [{ perSecond: 3 }],
    ]);
  });

  it('is the last when the rounds are enough', async () => {
    const counted = await runRounds(
      { rounds: 9 },
      [{ name: 'a', run: validSample }],
      (all) => all.length === 3,
    );
    expect(counted).toHaveLength(3);
  });

  it('that is invalid too often ends the measurement', async () => {
    await expect(runRounds({ rounds: 2 }, [{ name: 'a', run: invalidSample }])).rejects.toThrow('3 × 503');
  });
});

describe('the results', () => {
  it('keep the rows of an earlier run that this run did not measure', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'purser-bench-'));
    const results: Results = {
      date: '2026-01-01',
      machine: { processors: '2' },
      options: { rounds: 1, seconds: 1, quick: false, settings: {} },
      rows: [rowOf('a', 1), rowOf('b', 1)],
      curves: { throughput: [{ name: 'a', points: [{ x: 1, min: 1, median: 2, max: 3 }] }] },
      failures: [],
    };
    await writeResults(folder, results, ['b', 'a']);
    await writeResults(folder, { ...results, rows: [rowOf('a', 7)], curves: {} }, ['b', 'a']);
    const kept = JSON.parse(await readFile(join(folder, 'results.json'), 'utf8')) as Results;
    expect(kept.rows.map(({ id, work }) => [id, work.median])).toEqual([
      ['b', 1],
      ['a', 7],
    ]);
    expect(await readFile(join(folder, 'results.md'), 'utf8')).toContain('plots/throughput.svg');
    expect(await readFile(join(folder, 'plots/throughput.svg'), 'utf8')).toContain('<polyline');
    await rm(folder, { recursive: true });
  });
});

const read = (...words: string[]) => readOptions(words, ['a'], ['b']);

describe('the options', () => {
  it('that are invalid are refused', () => {
    for (const words of [['--only', 'c'], ['--rounds', 'x'], ['--growth', '5'], ['--set', 'x'], ['--what']]) {
      expect(() => readOptions(words, ['a', 'b'])).toThrow(Usage);
    }
  });

  it('name the commit to compare with, whose rows are others, and take nothing of a run without one', () => {
    expect(read('--against', 'HEAD', '--only', 'b', '--clients', '8')).toMatchObject({
      against: 'HEAD',
      clients: 8,
    });
    for (const words of [
      ['--only', 'b'],
      ['--clients', '8'],
      ['--against', 'HEAD', '--only', 'a'],
    ]) {
      expect(() => read(...words)).toThrow(Usage);
    }
    expect(() => read('--against', 'HEAD', '--out', 'bench')).toThrow(Usage);
  });

  it('write the results of a complete run to the benchmark’s folder, and the results of other runs nowhere', () => {
    expect([outOf(), outOf('--quick'), outOf('--only', 'a')]).toEqual(['bench', null, null]);
    expect(outOf('--only', 'a', '--out', 'bench')).toBe('bench');
  });
});
