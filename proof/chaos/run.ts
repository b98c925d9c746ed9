import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { randomOf } from '../hammer/random.ts';
import type { Random } from '../hammer/random.ts';
import { auditFindings } from '../support/books.ts';
import { openHttpClient } from '../support/http.ts';
import { exchange, newAttempt, send } from '../support/load/attempt.ts';
import type { Attempt } from '../support/load/attempt.ts';
import { findBankDiscrepancies } from '../support/load/bank.ts';
import type { Target } from '../support/load/client.ts';
import { startLoad } from '../support/load/load.ts';
import type { Load } from '../support/load/load.ts';
import { compareWithDatabase, retryAll } from '../support/load/verify.ts';
import type { DatabaseCounts, RetryCounts } from '../support/load/verify.ts';
import type { Fault, Scene } from './fault.ts';
import type { World } from './world.ts';

/** How much to do. */
export type Plan = { rounds: number; writes: number; clients: number; seed: number };

/** What came of a fault over all its rounds. */
export type Outcome = Omit<RetryCounts, 'wrong'> &
  DatabaseCounts & {
    fault: string;
    rounds: number;
    /** Answers instead of success while the fault lasted, by what they said. */
    putOff: Record<string, number>;
    /** Answers that nothing excuses. */
    wrong: Record<string, number>;
    slowestReady_ms: number;
    slowestAnswer_ms: number;
    /** How often the server ended by itself. */
    exits: number;
    /** What is wrong in the books, or between them and the bank. */
    books: string[];
  };

const client_ms = 15_000;
const probe_ms = 1_000;
const servingPatience_ms = 30_000;
const afterwards = 30;
const shownLines = 12;

/** Opens the fault's world, strikes so many times under load, and settles up after each. */
export async function tryFault(fault: Fault, plan: Plan, progress: (text: string) => void): Promise<Outcome> {
  const scene = await fault.open();
  const { world } = scene;
  const outcome = emptyOutcome(fault.name);
  const attempts: Attempt[] = [];
  try {
    for (let round = 0; round < plan.rounds; round += 1) {
      progress(`${fault.name}: round ${round + 1} of ${plan.rounds}, ${outcome.acknowledged} writes so far`);
      const random = randomOf(plan.seed, fault.name, round);
      attempts.push(...(await runRound(fault, scene, plan, random, outcome)));
      outcome.books.push(...(await auditFindings(world.database())));
      outcome.rounds += 1;
    }
    progress(`${fault.name}: comparing with the bank`);
    outcome.books.push(...(await findBankDiscrepancies(targetOf(world), world.database())));
    outcome.books.push(...(await auditFindings(world.database())));
    return { ...outcome, ...(await compareWithDatabase(world.database(), attempts)) };
  } catch (error) {
    throw new Error(`${String(error)}\n${complaints(world)}`, { cause: error });
  } finally {
    await world.end();
  }
}

async function runRound(
  fault: Fault,
  { world, strike }: Scene,
  { clients, writes }: Plan,
  random: Random,
  outcome: Outcome,
): Promise<Attempt[]> {
  const target = targetOf(world);
  // With few clients the database sessions are idle when they are struck, with many they are at work.
  const atWork = random.pick([Math.ceil(clients / 8), clients]);
  const load = startLoad(target, { clients: atWork, timeout_ms: client_ms });
  try {
    await load.acknowledge(writes);
    const heal = await strike(random);
    // Once for as long as it can last: beyond every time limit of the server.
    await pause(outcome.rounds === 0 ? fault.hold_ms[1] : random.between(...fault.hold_ms));
    const started_ms = performance.now();
    await heal();
    const back_ms = fault.hitsServer ? started_ms : performance.now();
    await noteExit(world, outcome);
    const probe = await untilServing(target);
    outcome.slowestReady_ms = Math.max(outcome.slowestReady_ms, performance.now() - back_ms);
    load.attempts.push(probe);
    await load.acknowledge(afterwards);
  } finally {
    await load.stop();
  }
  outcome.slowestAnswer_ms = Math.max(outcome.slowestAnswer_ms, load.slowest_ms());
  add(outcome, await retryAll(target, world.database(), load.attempts));
  addFailures(outcome, load.failures, fault.hitsServer);
  await noteExit(world, outcome);
  return load.attempts;
}

/** The last that the server said was wrong. */
function complaints(world: World): string {
  const lines = world.program().log().split('\n');
  return lines
    .filter((line) => !line.includes('the bank gave no answer'))
    .slice(-shownLines)
    .join('\n');
}

/** A server that has ended where nobody killed it is counted, and started again for the rest to go on. */
async function noteExit(world: World, outcome: Outcome): Promise<void> {
  if (world.program().isRunning()) return;
  outcome.exits += 1;
  await world.startServer();
}

/** Resolves when a write is acknowledged and the server says that it is ready; answers the write. */
async function untilServing(target: Target): Promise<Attempt> {
  const { main, customer } = target.parties;
  const key = randomUUID();
  const counterparty = { type: 'party_id', value: customer.partyId };
  const values = { amount: 1, counterparty, description: key };
  const probe = newAttempt({ key, path: '/payments', apiKey: main.apiKey, values });
  const http = openHttpClient(target);
  const isReady = async (): Promise<boolean> => {
    const request = { method: 'GET', path: '/readyz' };
    return (await exchange(http, request, probe_ms)).response?.status === 200;
  };
  const deadline_ms = Date.now() + servingPatience_ms;
  while (probe.response === null || !(await isReady())) {
    if (Date.now() > deadline_ms) throw new Error('the server does not serve again');
    await send(http, probe, probe_ms);
    await pause(10);
  }
  http.close();
  return probe;
}

function targetOf(world: World): Target {
  const { port, sandbox } = world.program();
  return { port, parties: sandbox.parties };
}

function emptyOutcome(fault: string): Outcome {
  const settlement = { acknowledged: 0, retried: 0, refused: 0, changed: 0, contradicted: 0, stuck: 0 };
  const nothing = { lost: 0, duplicated: 0, executedDespiteRefusal: 0, unrequested: 0 };
  const lists = { putOff: {}, wrong: {}, books: [] };
  return {
    fault,
    rounds: 0,
    ...settlement,
    ...nothing,
    ...lists,
    slowestReady_ms: 0,
    slowestAnswer_ms: 0,
    exits: 0,
  };
}

const counts = ['acknowledged', 'retried', 'refused', 'changed', 'contradicted', 'stuck'] as const;

function add(outcome: Outcome, settlement: RetryCounts): void {
  for (const count of counts) outcome[count] += settlement[count];
  for (const text of settlement.wrong) outcome.wrong[text] = (outcome.wrong[text] ?? 0) + 1;
}

/** Only where the server itself is struck may it cost a caller its connection. */
function addFailures(outcome: Outcome, failures: Load['failures'], hitsServer: boolean): void {
  for (const [text, { verdict, count }] of failures) {
    if (verdict.kind === 'refused') continue;
    const isExcused = verdict.kind === 'retry' || (verdict.kind === 'broken' && hitsServer);
    const counts = isExcused ? outcome.putOff : outcome.wrong;
    counts[text] = (counts[text] ?? 0) + count;
  }
}
