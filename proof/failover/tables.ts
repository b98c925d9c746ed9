import { columnsOf, type Row } from '../support/report.ts';
import type { Fault } from './fault.ts';
import type { Round } from './run.ts';
import type { Replication } from './settings.ts';

/** The rounds of a fault, and why one failed. */
export type FaultResult = { fault: Fault; rounds: Round[]; failed: string | null };

const sumNames = ['acknowledged', 'deferred', 'lost', 'duplicated', 'contradictions', 'stuck'] as const;
const timeNames = ['lostSpan_ms', 'leader_ms', 'commit_ms', 'served_ms'] as const;

/** Returns a table with a line for each fault: sums over its rounds, and the slowest of each time. */
export function faultTable(results: readonly FaultResult[]): string {
  const head = [
    'fault',
    'rounds',
    'acked',
    ...sumNames.slice(1),
    'lost within',
    'leader',
    'commits',
    'served',
  ];
  return columnsOf([head, ...results.map(lineOf)]);
}

function lineOf({ fault, rounds, failed }: FaultResult): string[] {
  if (failed !== null) return [fault.name, 'FAILED, see above'];
  const sums = sumNames.map((name) => String(total(rounds, (round) => round[name])));
  const times = timeNames.map((name) => seconds(Math.max(...rounds.map((round) => round[name]))));
  return [fault.name, String(rounds.length), ...sums, ...times];
}

/** Returns the rows of the guarantees over all rounds. Asynchronous replication promises only what it can. */
export function promiseRows(results: readonly FaultResult[], replication: Replication): Row[] {
  const rounds = results.flatMap((each) => each.rounds);
  const writes = `${total(rounds, (round) => round.acknowledged)} acknowledged writes`;
  const none = (promise: string, count: (round: Round) => number, of = writes): Row => {
    const found = total(rounds, count);
    return { promise, asked: '0', measured: `${found} of ${of}`, holds: found === 0 };
  };
  const all = `${rounds.length} rounds`;
  const safety = [
    none('G1 an acknowledged write is lost', (round) => round.lost),
    none('G1 a write is duplicated or unrequested', (round) => round.duplicated),
    none('G3 a response contradicts another one or the database', (round) => round.contradictions),
    none('a write is acknowledged before a standby has it', (round) => round.unreplicated),
    none('an error other than a documented 503', (round) => round.wrong.length, all),
  ];
  return [
    ...(replication === 'synchronous' ? safety : []),
    none('G3 a key stays in progress', (round) => round.stuck),
    none('G2 the books disagree', (round) => round.books.length, all),
    servedRow(rounds),
    failedRow(results),
  ];
}

const servedLimit_ms = 5_000;

/** How much later than a session without Purser the servers serve again. */
function servedRow(rounds: readonly Round[]): Row {
  const behind_ms = rounds.map(({ served_ms, commit_ms }) => served_ms - commit_ms);
  const slowest_ms = Math.max(0, ...behind_ms);
  return {
    promise: 'G11 acknowledges again after the database commits',
    asked: `≤ ${servedLimit_ms / 1_000} s`,
    measured: `${seconds(slowest_ms)} at most`,
    holds: slowest_ms <= servedLimit_ms,
  };
}

function failedRow(results: readonly FaultResult[]): Row {
  const failed = results.filter((each) => each.failed !== null).map(({ fault }) => `${fault.name} failed`);
  return {
    promise: 'all faults were tested',
    asked: 'all',
    measured: failed.join(', ') || 'all',
    holds: failed.length === 0,
  };
}

function seconds(time_ms: number): string {
  return `${(time_ms / 1_000).toFixed(2)} s`;
}

function total(rounds: readonly Round[], count: (round: Round) => number): number {
  return rounds.reduce((all, round) => all + count(round), 0);
}
