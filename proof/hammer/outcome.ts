import type { Row } from '../support/report.ts';
import type { Result } from './hammer.ts';
import type { Options } from './options.ts';
import type { Promised } from './violation.ts';

/** How often a run has tried a promise, and in what. */
type Tried = { times: number; words: string };

type Watched = { promised: Promised; promise: string; measure: (result: Result) => Tried };

function tried(times: number, words: (times: number) => string): Tried {
  return { times, words: words(times) };
}

const reused = ['replay', 'reuseKey', 'shareKey', 'moveKey'];

const promises: readonly Watched[] = [
  {
    promised: 'G1',
    promise: 'G1 what was acknowledged is there, once',
    measure: ({ things }) => tried(things, (times) => `of ${times} payments and withdrawals`),
  },
  {
    promised: 'G2',
    promise: 'G2 money is conserved, to the cent, never below 0',
    measure: ({ operations, breaks }) =>
      tried(operations, (times) => `in ${times} operations, all compared at ${breaks} breaks`),
  },
  {
    promised: 'G3',
    promise: 'G3 one key, one effect, one answer',
    measure: ({ counts }) => {
      const again = sum(counts, reused, /^[^(]/);
      const copied = sum(counts, ['copyMoney', 'copyChange'], /replays$/);
      return tried(copied, (times) => `of ${times} keys sent at once, ${again} used again`);
    },
  },
  {
    promised: 'G4',
    promise: 'G4 a wallet pays what it affords, no more and no less',
    measure: ({ counts }) => {
      const large = sum(counts, ['bigDuel'], /^fought/);
      return tried(
        sum(counts, ['duel', 'bigDuel'], /^fought/),
        (times) => `in ${times} duels, ${large} of them with 200 payments at once`,
      );
    },
  },
  {
    promised: 'G5',
    promise: 'G5 no deadlock reaches a caller, no answer is 5xx',
    measure: ({ counts }) => {
      const rings = Math.floor(sum(counts, ['payRing']) / 5);
      const pairs = Math.floor(sum(counts, ['payOpposite']) / 2);
      return tried(pairs, (times) => `in ${times} opposite pairs, ${rings} rings of five`);
    },
  },
  {
    promised: 'G6',
    promise: 'G6 limits hold to the cent',
    measure: ({ counts }) =>
      tried(
        sum(counts, ['limitTransaction', 'limitPeriod', 'lowerLimit']),
        (times) => `in ${times} requests at limits`,
      ),
  },
  {
    promised: 'G7',
    promise: 'G7 revocation is at once',
    measure: ({ counts }) =>
      tried(sum(counts, ['revokeApiKey', 'revokeAgent'], /^revoked/), (times) => `in ${times} revocations`),
  },
  {
    promised: 'tenancy',
    promise: 'tenancy: what is foreign looks absent',
    measure: ({ counts }) =>
      tried(
        sum(counts, ['probeForeign', 'filterForeign', 'borrowAgent'], /^[^(]/),
        (times) => `to ${times} probes`,
      ),
  },
  {
    promised: 'answers',
    promise: 'each refusal has its reason',
    measure: ({ operations }) => tried(operations, (times) => `in ${times} answers`),
  },
  {
    promised: 'G13',
    promise: 'G13 no secret in logs, database and errors',
    measure: ({ search }) =>
      tried(search.secrets, (times) => `of ${times} secrets in ${Math.round(search.characters / 1e6)} MB`),
  },
];

type Counts = Result['counts'];

function sum(counts: Counts, kinds: readonly string[], endings = /./): number {
  let total = 0;
  for (const kind of kinds) {
    for (const [ending, count] of counts.get(kind) ?? []) if (endings.test(ending)) total += count;
  }
  return total;
}

/** Several runs as one, of which the last may have found something. */
export function addUp(results: readonly Result[]): Result {
  const counts: Counts = new Map();
  for (const [kind, endings] of results.flatMap((result) => [...result.counts])) {
    const all = counts.get(kind) ?? new Map<string, number>();
    counts.set(kind, all);
    for (const [ending, count] of endings) all.set(ending, (all.get(ending) ?? 0) + count);
  }
  const total = (measure: (result: Result) => number): number =>
    results.reduce((before, result) => before + measure(result), 0);
  return {
    operations: total(({ operations }) => operations),
    seconds: total(({ seconds }) => seconds),
    violation: results.at(-1)?.violation ?? null,
    counts,
    things: total(({ things }) => things),
    breaks: total(({ breaks }) => breaks),
    kills: total(({ kills }) => kills),
    search: {
      secrets: total(({ search }) => search.secrets),
      characters: total(({ search }) => search.characters),
    },
  };
}

/** The final table. */
export function rowsOf(result: Result): Row[] {
  const { violation, operations, seconds } = result;
  const rows = promises.map(({ promised, promise, measure }): Row => {
    const holds = violation?.violation.promised !== promised;
    const { times, words } = measure(result);
    const measured = times > 0 || !holds ? `${holds ? 0 : 1} ${words}` : 'not tried';
    return { promise, asked: '0 violations', measured, holds };
  });
  const rate = `${Math.round(operations / Math.max(seconds, 0.001))} operations/s`;
  rows.push({ promise: 'speed of the workload', asked: '–', measured: rate, holds: true });
  if (result.kills > 0) {
    rows.push({ promise: 'kill -9 of a server', asked: '–', measured: String(result.kills), holds: true });
  }
  return rows;
}

/** What `--json` writes beside the table. */
export function figuresOf(result: Result, options: Options): object {
  const { violation, counts, operations, seconds, ...figures } = result;
  const { json: _file, code: _code, ...run } = options;
  return {
    operations,
    violation: violation && {
      promise: violation.violation.promised,
      text: violation.violation.message,
      afterOperations: violation.afterOperations,
      kind: violation.kind,
    },
    figures: { ...run, ...figures, seconds, perSecond: operations / Math.max(seconds, 0.001) },
    counts: Object.fromEntries([...counts].map(([kind, endings]) => [kind, Object.fromEntries(endings)])),
  };
}
