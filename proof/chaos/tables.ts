import { columnsOf } from '../support/report.ts';
import type { Row } from '../support/report.ts';
import { promised_ms } from './fault.ts';
import type { Fault } from './fault.ts';
import type { Outcome } from './run.ts';

/** What came of a fault; or why nothing did: this machine forbids it, or it ended in the middle. */
export type Tried = { fault: Fault; rounds: number } & (
  | { outcome: Outcome }
  | { forbidden: string }
  | { failed: string }
);

/** A line for each fault. */
export function faultTable(tried: readonly Tried[]): string {
  const head = ['fault', 'rounds', 'acked', 'retried', 'put off', 'lost', 'duplicated', 'changed', 'stuck'];
  const rest = ['other 5xx', 'ready', 'slowest', 'exits', 'books'];
  return columnsOf([[...head, ...rest], ...tried.map(lineOf)]);
}

function lineOf(tried: Tried): string[] {
  const { name } = tried.fault;
  if ('forbidden' in tried) return [name, `not shown: ${tried.forbidden}`];
  if ('failed' in tried) return [name, 'FAILED, see above'];
  const { outcome } = tried;
  const counts = [outcome.rounds, outcome.acknowledged, outcome.retried, sum(outcome.putOff)];
  const zeros = [outcome.lost, outcome.duplicated + outcome.unrequested, changes(outcome), outcome.stuck];
  return [
    name,
    ...[...counts, ...zeros, sum(outcome.wrong)].map(String),
    seconds(outcome.slowestReady_ms),
    seconds(outcome.slowestAnswer_ms),
    String(outcome.exits),
    outcome.books.length === 0 ? 'clean' : `${outcome.books.length} faults`,
  ];
}

/** What was promised, over all faults. */
export function promiseRows(tried: readonly Tried[]): Row[] {
  const outcomes = tried.flatMap((each) => ('outcome' in each ? [each] : []));
  const total = (count: (outcome: Outcome) => number): number =>
    outcomes.reduce((all, { outcome }) => all + count(outcome), 0);
  const none = (promise: string, count: (outcome: Outcome) => number, of: string): Row => {
    const found = total(count);
    return { promise, asked: '0', measured: `${found} of ${of}`, holds: found === 0 };
  };
  const rounds = `${total((each) => each.rounds)} rounds`;
  const writes = `${total((each) => each.acknowledged)} acknowledged writes`;
  const slowest = (promise: string, passes: (fault: Fault) => boolean): Row[] => {
    const times_ms = outcomes
      .filter(({ fault }) => passes(fault))
      .map(({ outcome }) => outcome.slowestReady_ms);
    const asked_ms = Math.max(
      ...outcomes.filter(({ fault }) => passes(fault)).map(({ fault }) => fault.ready_ms),
    );
    const slowest_ms = Math.max(...times_ms);
    const measured = `${seconds(slowest_ms)} at most`;
    return times_ms.length === 0
      ? []
      : [{ promise, asked: `≤ ${asked_ms / 1_000} s`, measured, holds: slowest_ms <= asked_ms }];
  };
  return [
    none('G1 an acknowledged write is lost', (each) => each.lost, writes),
    none('G1 a write happens twice, or unasked', (each) => each.duplicated + each.unrequested, writes),
    none('G3 an answer contradicts another, or the books', changes, writes),
    none('G3 a key stays in progress', (each) => each.stuck, writes),
    none('G2 a fault in the books, or with the bank', (each) => each.books.length, rounds),
    none(
      'an error that is no documented 503',
      (each) => sum(each.wrong),
      `${total((each) => sum(each.putOff))} errors`,
    ),
    ...slowest('G11 ready after the server was struck', (fault) => fault.hitsServer && isUsual(fault)),
    ...slowest('G11 serving after the database is back', (fault) => !fault.hitsServer && isUsual(fault)),
    ...slowest('ready after the server and its machine were gone', (fault) => !isUsual(fault)),
    none('G11 the server ends by itself', (each) => each.exits, rounds),
    whole(tried),
  ];
}

/** Whether every fault was shown; one that this machine forbids is named, and fails nothing. */
function whole(tried: readonly Tried[]): Row {
  const names = (kind: 'failed' | 'forbidden'): string[] =>
    tried.flatMap((each) => (kind in each ? [each.fault.name] : []));
  const failed = names('failed').map((name) => `${name} ended early`);
  const forbidden = names('forbidden').map((name) => `this machine forbids ${name}`);
  const measured = [...failed, ...forbidden].join(', ') || 'all';
  return { promise: 'all faults were shown', asked: 'all', measured, holds: failed.length === 0 };
}

function isUsual({ ready_ms }: Fault): boolean {
  return ready_ms === promised_ms;
}

/** Answers that do not fit each other, or what was done. */
function changes({ changed, contradicted, executedDespiteRefusal }: Outcome): number {
  return changed + contradicted + executedDespiteRefusal;
}

function seconds(time_ms: number): string {
  return `${(time_ms / 1_000).toFixed(2)} s`;
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}
