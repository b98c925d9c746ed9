import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Random, randomOf } from '../hammer/random.ts';
import { accessTokenOf } from '../support/access-token.ts';
import { bookkeepingFindings } from '../support/bookkeeping.ts';
import { auditFindings } from '../support/books.ts';
import { openHttpClient } from '../support/http.ts';
import { type Attempt, exchange, newAttempt, send } from '../support/load/attempt.ts';
import { findBankDiscrepancies } from '../support/load/bank.ts';
import type { Target } from '../support/load/client.ts';
import { type Load, startLoad } from '../support/load/load.ts';
import {
  compareWithDatabase,
  type DatabaseCounts,
  retryAll,
  type RetryCounts,
} from '../support/load/verify.ts';
import type { Fault, OpenFault } from './fault.ts';
import type { World } from './world.ts';

/** The size of a test. */
export type Plan = { rounds: number; writes: number; clients: number; seed: number };

/** The outcome of a fault over all its rounds. */
export type Outcome = Omit<RetryCounts, 'wrong'> &
  DatabaseCounts & {
    fault: string;
    rounds: number;
    /** Expected failures during the fault, by description. */
    deferred: Record<string, number>;
    /** Responses that nothing excuses, by description. */
    wrong: Record<string, number>;
    slowestReady_ms: number;
    slowestResponse_ms: number;
    /** How often the server exited unexpectedly. */
    exits: number;
    /** Findings of the audit, discrepancies with the bank, and what the operator's commands find. */
    books: string[];
  };

const clientTimeout_ms = 15_000;
const probeTimeout_ms = 1_000;
const recoveryTimeout_ms = 30_000;
const writesAfterRecovery = 30;
const shownLines = 12;

/** Opens the fault's world, injects the fault in each round under load, and checks all writes after it. */
export async function tryFault(fault: Fault, plan: Plan, progress: (text: string) => void): Promise<Outcome> {
  const opened = await fault.open();
  const { world } = opened;
  const outcome = emptyOutcome(fault.name);
  const attempts: Attempt[] = [];
  try {
    for (let round = 0; round < plan.rounds; round += 1) {
      progress(`${fault.name}: round ${round + 1} of ${plan.rounds}, ${outcome.acknowledged} writes so far`);
      const random = randomOf(plan.seed, fault.name, round);
      attempts.push(...(await runRound(fault, opened, plan, random, outcome)));
      outcome.books.push(...(await auditFindings(world.database())));
      outcome.rounds += 1;
    }
    progress(`${fault.name}: comparing with the bank`);
    outcome.books.push(...(await findBankDiscrepancies(targetOf(world), world.database())));
    outcome.books.push(...(await auditFindings(world.database())));
    outcome.books.push(...(await bookkeepingFindings(world.database())));
    return { ...outcome, ...(await compareWithDatabase(world.database(), attempts)) };
  } catch (error) {
    throw new Error(`${String(error)}\n${lastLogLines(world)}`, { cause: error });
  } finally {
    await world.end();
  }
}

async function runRound(
  fault: Fault,
  { world, inject }: OpenFault,
  { clients, writes }: Plan,
  random: Random,
  outcome: Outcome,
): Promise<Attempt[]> {
  const target = await withToken(world);
  // With few clients the database sessions are mostly idle when the fault hits, with many they are busy.
  const atWork = random.pick([Math.ceil(clients / 8), clients]);
  const load = startLoad(target, { clients: atWork, timeout_ms: clientTimeout_ms });
  try {
    await load.acknowledge(writes);
    const heal = await inject(random);
    // In the first round for the longest duration, which exceeds all timeouts of the server.
    await pause(outcome.rounds === 0 ? fault.hold_ms[1] : random.between(...fault.hold_ms));
    const started_ms = performance.now();
    await heal();
    const back_ms = fault.hitsServer ? started_ms : performance.now();
    await recordExit(world, outcome);
    const probe = await untilServing(target);
    outcome.slowestReady_ms = Math.max(outcome.slowestReady_ms, performance.now() - back_ms);
    load.attempts.push(probe);
    await load.acknowledge(writesAfterRecovery);
  } finally {
    await load.stop();
  }
  outcome.slowestResponse_ms = Math.max(outcome.slowestResponse_ms, load.slowest_ms());
  add(outcome, await retryAll(target, world.database(), load.attempts));
  addFailures(outcome, load.failures, fault.hitsServer);
  await recordExit(world, outcome);
  return load.attempts;
}

/** Returns the server's last log lines. */
function lastLogLines(world: World): string {
  const lines = world.program().log().split('\n');
  return lines
    .filter((line) => !line.includes('the bank gave no answer'))
    .slice(-shownLines)
    .join('\n');
}

/** Counts a server that exited unexpectedly, and restarts it so that the test can continue. */
async function recordExit(world: World, outcome: Outcome): Promise<void> {
  if (world.program().isRunning()) return;
  outcome.exits += 1;
  await world.startServer();
}

/** Resolves with a write once it is acknowledged and the server reports that it is ready. */
export async function untilServing(target: Target): Promise<Attempt> {
  const { main, customer } = target.parties;
  const key = randomUUID();
  const counterparty = { type: 'party_id', value: customer.partyId };
  const values = { amount: 1, counterparty, description: key };
  const probe = newAttempt({ key, path: '/payments', apiKey: main.apiKey, values });
  const http = openHttpClient(target);
  const isReady = async (): Promise<boolean> => {
    const request = { method: 'GET', path: '/readyz' };
    return (await exchange(http, request, probeTimeout_ms)).response?.status === 200;
  };
  const deadline_ms = Date.now() + recoveryTimeout_ms;
  while (probe.response === null || !(await isReady())) {
    if (Date.now() > deadline_ms) throw new Error('the server did not recover');
    await send(http, probe, probeTimeout_ms);
    await pause(10);
  }
  http.close();
  return probe;
}

/** Returns where a world's server listens, and its parties. */
export function targetOf(world: World): Target {
  const { port, sandbox } = world.program();
  return { port, parties: sandbox.parties };
}

/** Returns the same, with an access token in place of the customer's key: what it does, a program does for its owner. */
async function withToken(world: World): Promise<Target> {
  const { port, parties } = targetOf(world);
  const apiKey = await accessTokenOf(world.program(), parties.customer.email);
  return { port, parties: { ...parties, customer: { ...parties.customer, apiKey } } };
}

function emptyOutcome(fault: string): Outcome {
  const counts = { acknowledged: 0, retried: 0, refused: 0, changed: 0, contradicted: 0, stuck: 0 };
  const nothing = { lost: 0, duplicated: 0, executedDespiteRefusal: 0, unrequested: 0 };
  const lists = { deferred: {}, wrong: {}, books: [] };
  return {
    fault,
    rounds: 0,
    ...counts,
    ...nothing,
    ...lists,
    slowestReady_ms: 0,
    slowestResponse_ms: 0,
    exits: 0,
  };
}

const countNames = ['acknowledged', 'retried', 'refused', 'changed', 'contradicted', 'stuck'] as const;

function add(outcome: Outcome, counts: RetryCounts): void {
  for (const name of countNames) outcome[name] += counts[name];
  for (const text of counts.wrong) outcome.wrong[text] = (outcome.wrong[text] ?? 0) + 1;
}

/** Counts failures. A lost connection is excused only where the fault hits the server itself. */
function addFailures(outcome: Outcome, failures: Load['failures'], hitsServer: boolean): void {
  for (const [text, { verdict, count }] of failures) {
    if (verdict.kind === 'refused') continue;
    const isExcused = verdict.kind === 'retry' || (verdict.kind === 'broken' && hitsServer);
    const counts = isExcused ? outcome.deferred : outcome.wrong;
    counts[text] = (counts[text] ?? 0) + count;
  }
}
