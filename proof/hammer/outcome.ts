import type { Row } from '../support/report.ts';
import type { Result } from './hammer.ts';
import type { Options } from './options.ts';
import { ruleOperations } from './operations/rules.ts';
import type { Guarantee } from './violation.ts';

/** How often a run tested a guarantee, and a description of the tests. */
type Coverage = { times: number; words: string };

type TrackedGuarantee = { guarantee: Guarantee; promise: string; measure: (result: Result) => Coverage };

function coverage(times: number, words: (times: number) => string): Coverage {
  return { times, words: words(times) };
}

const reused = ['replay', 'reuseKey', 'reuseKeyOfOtherParty', 'reuseKeyOnOtherPath'];

const promises: readonly TrackedGuarantee[] = [
  {
    guarantee: 'G1',
    promise: 'G1 acknowledged transactions are stored exactly once',
    measure: ({ transactions }) => coverage(transactions, (times) => `of ${times} payments and withdrawals`),
  },
  {
    guarantee: 'G2',
    promise: 'G2 money is conserved to the cent, balances are never negative',
    measure: ({ operations, checkpoints }) =>
      coverage(operations, (times) => `in ${times} operations, all compared at ${checkpoints} checkpoints`),
  },
  {
    guarantee: 'G3',
    promise: 'G3 one key, one effect, one response',
    measure: ({ counts }) => {
      const again = sum(counts, reused, /^[^(]/);
      const copied = sum(counts, ['sendDuplicatePayments', 'sendDuplicateChanges'], /replays$/);
      return coverage(copied, (times) => `of ${times} keys sent concurrently, ${again} reused`);
    },
  },
  {
    guarantee: 'G4',
    promise: 'G4 a wallet pays out its balance, no more and no less',
    measure: ({ counts }) => {
      const large = sum(counts, ['exhaustWalletWith200'], /^exhausted/);
      return coverage(
        sum(counts, ['exhaustWallet', 'exhaustWalletWith200'], /^exhausted/),
        (times) => `in ${times} exhausted wallets, ${large} of them with 200 payments`,
      );
    },
  },
  {
    guarantee: 'G5',
    promise: 'G5 no deadlock reaches a client, no response is 5xx',
    measure: ({ counts }) => {
      const rings = Math.floor(sum(counts, ['payRing']) / 5);
      const pairs = Math.floor(sum(counts, ['payOpposite']) / 2);
      return coverage(pairs, (times) => `in ${times} opposite payments, ${rings} rings of five`);
    },
  },
  {
    guarantee: 'G6',
    promise: 'G6 limits hold to the cent',
    measure: ({ counts }) =>
      coverage(
        sum(counts, [
          'limitTransaction',
          'limitPeriod',
          'lowerLimit',
          'fillReview',
          'approveByPolicy',
          ...Object.keys(ruleOperations),
        ]),
        (times) => `in ${times} requests at limits`,
      ),
  },
  {
    guarantee: 'G7',
    promise: 'G7 what is revoked, suspended or expired pays no more',
    measure: ({ counts }) =>
      coverage(
        sum(counts, [...counts.keys()], /^taken/),
        (times) => `in ${times} powers to pay that were taken away`,
      ),
  },
  {
    guarantee: 'G12',
    promise: 'G12 every event is listed once, and delivered to its webhooks',
    measure: ({ counts }) =>
      coverage(
        sum(counts, ['deliver'], /^delivered$/),
        (times) => `of ${times} deliveries, ${sum(counts, ['deliver'], /^[^d]/)} attempts failed`,
      ),
  },
  {
    guarantee: 'tenancy',
    promise: 'tenancy: a foreign resource looks absent',
    measure: ({ counts }) =>
      coverage(
        sum(counts, ['probeForeign', 'filterForeign', 'useForeignAgent'], /^[^(]/),
        (times) => `in ${times} probes`,
      ),
  },
  {
    guarantee: 'G16',
    promise: 'G16 of claim, cancellation and expiry one wins',
    measure: ({ counts }) =>
      coverage(
        sum(counts, ['raceClaim', 'raceTakeOver', 'claimAtExpiry'], /^(?:c[la]|taken)/),
        (times) => `in ${times} races`,
      ),
  },
  {
    guarantee: 'G18',
    promise: 'G18 an approval shows who is paid',
    measure: ({ counts }) =>
      coverage(
        sum(counts, [...counts.keys()], /^payee shown$/),
        (times) => `of ${times} approvals, ${sum(counts, ['showPayees'], /^shown$/)} names taken`,
      ),
  },
  {
    guarantee: 'G19',
    promise: 'G19 no statement has a line below zero, or reads differently later',
    measure: ({ counts }) => coverage(sum(counts, ['readStatement'], /^read$/), (times) => `of ${times}`),
  },
  {
    guarantee: 'G21',
    promise: 'G21 a purchase that a model names is paid once',
    measure: ({ counts }) =>
      coverage(
        sum(counts, ['payByTool'], /^201/),
        (times) => `of ${times}, ${sum(counts, ['payAgainByTool'], /^[^(]/)} asked for again`,
      ),
  },
  {
    guarantee: 'G22',
    promise: 'G22 a program acts until a person ends it',
    measure: ({ counts }) =>
      coverage(
        sum(counts, ['payByProgram'], /^201/),
        (times) => `of ${times} by tokens, ${sum(counts, ['endGrant'], /^taken/)} grants ended`,
      ),
  },
  {
    guarantee: 'responses',
    promise: 'every refusal is justified',
    measure: ({ operations }) => coverage(operations, (times) => `in ${times} responses`),
  },
  {
    guarantee: 'refusals',
    promise: 'refused writes are in the audit log, repeated ones in sum',
    measure: ({ counts }) => coverage(sum(counts, [...counts.keys()], /^40[349]/), (times) => `of ${times}`),
  },
  {
    guarantee: 'G13',
    promise: 'G13 no secret in logs, database or errors',
    measure: ({ search }) =>
      coverage(search.secrets, (times) => `of ${times} secrets in ${Math.round(search.characters / 1e6)} MB`),
  },
];

type Counts = Result['counts'];

function sum(counts: Counts, kinds: readonly string[], outcomes = /./): number {
  let total = 0;
  for (const kind of kinds) {
    for (const [outcome, count] of counts.get(kind) ?? []) if (outcomes.test(outcome)) total += count;
  }
  return total;
}

/** Merges the results of several runs. Only the last one can have a violation. */
export function mergeResults(results: readonly Result[]): Result {
  const counts: Counts = new Map();
  for (const [kind, outcomes] of results.flatMap((result) => [...result.counts])) {
    const all = counts.get(kind) ?? new Map<string, number>();
    counts.set(kind, all);
    for (const [outcome, count] of outcomes) all.set(outcome, (all.get(outcome) ?? 0) + count);
  }
  const total = (measure: (result: Result) => number): number =>
    results.reduce((before, result) => before + measure(result), 0);
  return {
    operations: total(({ operations }) => operations),
    seconds: total(({ seconds }) => seconds),
    violation: results.at(-1)?.violation ?? null,
    counts,
    transactions: total(({ transactions }) => transactions),
    checkpoints: total(({ checkpoints }) => checkpoints),
    kills: total(({ kills }) => kills),
    search: {
      secrets: total(({ search }) => search.secrets),
      characters: total(({ search }) => search.characters),
    },
  };
}

/** Returns the rows of the final table. */
export function rowsOf(result: Result): Row[] {
  const { violation, operations, seconds } = result;
  const rows = promises.map(({ guarantee, promise, measure }): Row => {
    const holds = violation?.violation.guarantee !== guarantee;
    const { times, words } = measure(result);
    const measured = times > 0 || !holds ? `${holds ? 0 : 1} ${words}` : 'not tested';
    return { promise, asked: '0 violations', measured, holds };
  });
  const rate = `${Math.round(operations / Math.max(seconds, 0.001))} operations/s`;
  rows.push({ promise: 'rate of the workload', asked: '–', measured: rate, holds: true });
  if (result.kills > 0) {
    rows.push({ promise: 'kill -9 of a server', asked: '–', measured: String(result.kills), holds: true });
  }
  return rows;
}

/** Returns what `--json` writes besides the table. */
export function figuresOf(result: Result, options: Options): object {
  const { violation, counts, operations, seconds, ...figures } = result;
  const { json: _file, code: _code, ...run } = options;
  return {
    operations,
    violation: violation && {
      promise: violation.violation.guarantee,
      text: violation.violation.message,
      afterOperations: violation.afterOperations,
      kind: violation.kind,
    },
    figures: { ...run, ...figures, seconds, perSecond: operations / Math.max(seconds, 0.001) },
    counts: Object.fromEntries([...counts].map(([kind, outcomes]) => [kind, Object.fromEntries(outcomes)])),
  };
}
