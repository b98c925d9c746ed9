import { columnsOf, type Row } from '../support/report.ts';
import { type Fault, readyLimit_ms } from './fault.ts';
import type { Outcome } from './run.ts';

/** The outcome of a fault, or why there is none: this machine does not allow it, or the test failed. */
export type FaultResult = { fault: Fault; rounds: number } & (
  | { outcome: Outcome }
  | { notPermitted: string }
  | { failed: string }
);

/** Returns a table with a line for each fault. */
export function faultTable(results: readonly FaultResult[]): string {
  const head = ['fault', 'rounds', 'acked', 'retried', 'deferred', 'lost', 'duplicated', 'changed', 'stuck'];
  const rest = ['other 5xx', 'ready', 'slowest', 'exits', 'books'];
  return columnsOf([[...head, ...rest], ...results.map(lineOf)]);
}

function lineOf(result: FaultResult): string[] {
  const { name } = result.fault;
  if ('notPermitted' in result) return [name, `not tested: ${result.notPermitted}`];
  if ('failed' in result) return [name, 'FAILED, see above'];
  const { outcome } = result;
  const counts = [outcome.rounds, outcome.acknowledged, outcome.retried, sum(outcome.deferred)];
  const zeros = [
    outcome.lost,
    outcome.duplicated + outcome.unrequested,
    contradictions(outcome),
    outcome.stuck,
  ];
  return [
    name,
    ...[...counts, ...zeros, sum(outcome.wrong)].map(String),
    seconds(outcome.slowestReady_ms),
    seconds(outcome.slowestResponse_ms),
    String(outcome.exits),
    outcome.books.length === 0 ? 'clean' : `${outcome.books.length} findings`,
  ];
}

/** Returns the rows of the guarantees, over all faults. */
export function promiseRows(results: readonly FaultResult[]): Row[] {
  const outcomes = results.flatMap((each) => ('outcome' in each ? [each] : []));
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
    none('G1 a write is duplicated or unrequested', (each) => each.duplicated + each.unrequested, writes),
    none('G3 a response contradicts another one or the database', contradictions, writes),
    none('G3 a key stays in progress', (each) => each.stuck, writes),
    none('G2 the books or the bank disagree', (each) => each.books.length, rounds),
    none(
      'an error other than a documented 503',
      (each) => sum(each.wrong),
      `${total((each) => sum(each.deferred))} errors`,
    ),
    ...slowest(
      'G11 ready after a fault of the server',
      (fault) => fault.hitsServer && hasDefaultLimit(fault),
    ),
    ...slowest(
      'G11 ready after the database is back',
      (fault) => !fault.hitsServer && hasDefaultLimit(fault),
    ),
    ...slowest('ready after the loss of the server’s machine', (fault) => !hasDefaultLimit(fault)),
    none('G11 the server exits unexpectedly', (each) => each.exits, rounds),
    allTestedRow(results),
  ];
}

/** Whether every fault was tested. One that this machine does not allow is named, but is no failure. */
function allTestedRow(results: readonly FaultResult[]): Row {
  const names = (kind: 'failed' | 'notPermitted'): string[] =>
    results.flatMap((each) => (kind in each ? [each.fault.name] : []));
  const failed = names('failed').map((name) => `${name} failed`);
  const notPermitted = names('notPermitted').map((name) => `${name} is not allowed here`);
  const measured = [...failed, ...notPermitted].join(', ') || 'all';
  return { promise: 'all faults were tested', asked: 'all', measured, holds: failed.length === 0 };
}

function hasDefaultLimit({ ready_ms }: Fault): boolean {
  return ready_ms === readyLimit_ms;
}

/** Counts responses that contradict each other or the database. */
function contradictions({ changed, contradicted, executedDespiteRefusal }: Outcome): number {
  return changed + contradicted + executedDespiteRefusal;
}

function seconds(time_ms: number): string {
  return `${(time_ms / 1_000).toFixed(2)} s`;
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}
