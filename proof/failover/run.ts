import { setTimeout as pause } from 'node:timers/promises';
import { auditFindings, withSession } from '../support/books.ts';
import { readDatabaseState, isStored } from '../support/load/database-state.ts';
import type { Attempt } from '../support/load/attempt.ts';
import type { Load } from '../support/load/load.ts';
import { compareWithDatabase, retryAll } from '../support/load/verify.ts';
import type { Database, Program } from '../support/program.ts';
import type { Cluster } from './cluster.ts';
import type { Fault } from './fault.ts';
import type { Node } from './node.ts';
import { startLoads, targetOf } from './servers.ts';

/** What one round of a fault showed. Times are in milliseconds. */
export type Round = {
  acknowledged: number;
  /** How often clients were told to try again, or got no response. */
  deferred: number;
  /** Acknowledged writes that the new leader does not have, and the time between the first and the last of them. */
  lost: number;
  lostSpan_ms: number;
  duplicated: number;
  /** Writes that contradict a response: another one to a retry, or executed although refused. */
  contradictions: number;
  stuck: number;
  /** Acknowledged while commits had to wait. */
  unreplicated: number;
  /** Responses that nothing excuses. */
  wrong: string[];
  /** From the fault, or its end where commits stop, to a leader. */
  leader_ms: number;
  /** From the leader to the first commit of a session without Purser. */
  commit_ms: number;
  /** From the leader to an acknowledged write of each server. */
  served_ms: number;
  books: string[];
};

const writesBefore = 100;
const writesAfter = 50;
const settle_ms = 1_000;
const commitTimeout_ms = 60_000;
const retryDelay_ms = 20;

/** Injects the fault once under load, and compares all writes with the database of the leader that is there then. */
export async function runRound(
  fault: Fault,
  cluster: Cluster,
  programs: readonly Program[],
  clients: number,
): Promise<Round> {
  const leader = await cluster.untilHealthy();
  const storedBefore = await countStored(leader.admin);
  const loads = startLoads(programs, clients);
  let times: Awaited<ReturnType<typeof strike>>;
  try {
    await acknowledge(loads, writesBefore);
    times = await strike(fault, cluster, leader, loads);
    await cluster.untilHealthy();
    await acknowledge(loads, writesAfter);
  } finally {
    await Promise.all(loads.map((load) => load.stop()));
  }
  const exited = programs.find((program) => !program.isRunning());
  if (exited) throw new Error(`a server ended: ${exited.log().slice(-2_000)}`);
  const { admin } = await cluster.untilHealthy();
  const verified = await verify(admin, programs, loads, storedBefore);
  const { deferred, wrong } = failuresOf(loads);
  return { ...times, ...verified, deferred, wrong: [...wrong, ...verified.wrong] };
}

/** Injects the fault, and returns how soon the cluster and the servers dealt with it. Heals it in any case. */
async function strike(fault: Fault, cluster: Cluster, leader: Node, loads: readonly Load[]) {
  const heal = await fault.inject(cluster, leader);
  const stops = fault.effect === 'stops';
  const unreplicated = stops ? await acknowledgedWithin(loads, fault.hold_ms) : 0;
  if (stops) await heal();
  try {
    const started_ms = performance.now();
    const next = await cluster.untilPromoted(fault.effect === 'moves' ? leader : undefined);
    const leader_ms = performance.now() - started_ms;
    const [commit_ms, served_ms] = await Promise.all([
      timed(() => commitOn(next)),
      timed(() => acknowledge(loads, 1)),
    ]);
    if (!stops) await pause(fault.hold_ms);
    return { unreplicated, leader_ms, commit_ms, served_ms };
  } finally {
    if (!stops) await heal();
  }
}

/** Counts the writes acknowledged in this time, except in its first second: they may have been committed before. */
async function acknowledgedWithin(loads: readonly Load[], hold_ms: number): Promise<number> {
  const count = (): number =>
    loads.flatMap(({ attempts }) => attempts).filter(({ response }) => response !== null).length;
  await pause(settle_ms);
  const before = count();
  await pause(hold_ms - settle_ms);
  return count() - before;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started_ms = performance.now();
  await work();
  return performance.now() - started_ms;
}

/** Resolves once the node has committed a write, which in synchronous replication waits for a standby. */
async function commitOn({ name, admin }: Node): Promise<void> {
  const insert = () =>
    withSession({ ...admin, database: 'postgres' }, (session) =>
      session.query('INSERT INTO commits VALUES (now())'),
    );
  const deadline_ms = performance.now() + commitTimeout_ms;
  for (;;) {
    const done = await insert().then(
      () => true,
      () => false,
    );
    if (done) return;
    if (performance.now() > deadline_ms) throw new Error(`node ${name} does not commit`);
    await pause(retryDelay_ms);
  }
}

/** Resolves when each server has acknowledged this many more writes. */
async function acknowledge(loads: readonly Load[], count: number): Promise<void> {
  await Promise.all(loads.map((load) => load.acknowledge(count)));
}

/** Counts the responses that asked a client to retry, and returns every other failure: no fault here hits a server. */
function failuresOf(loads: readonly Load[]): Pick<Round, 'deferred' | 'wrong'> {
  let deferred = 0;
  const wrong: string[] = [];
  for (const [text, { verdict, count }] of loads.flatMap(({ failures }) => [...failures])) {
    if (verdict.kind === 'retry') deferred += count;
    if (verdict.kind === 'wrong' || verdict.kind === 'broken') wrong.push(`${text}, ${count} times`);
  }
  return { deferred, wrong };
}

async function verify(
  database: Database,
  programs: readonly Program[],
  loads: readonly Load[],
  storedBefore: number,
) {
  const attempts = loads.flatMap((load) => load.attempts);
  const [program] = programs;
  if (!program) throw new Error('there is no server');
  const lost = await findLost(database, attempts);
  const retries = await retryAll(targetOf(program), database, attempts);
  const stored = await compareWithDatabase(database, attempts);
  const times_ms = lost.map(({ acknowledged_ms }) => acknowledged_ms);
  return {
    acknowledged: retries.acknowledged,
    lost: Math.max(lost.length, stored.lost),
    lostSpan_ms: lost.length === 0 ? 0 : Math.max(...times_ms) - Math.min(...times_ms),
    duplicated: stored.duplicated + Math.abs(stored.unrequested - storedBefore),
    contradictions: retries.changed + retries.contradicted + stored.executedDespiteRefusal,
    stuck: retries.stuck,
    wrong: retries.wrong,
    books: await auditFindings(database),
  };
}

/** Returns the acknowledged writes that are not stored. */
async function findLost(database: Database, attempts: readonly Attempt[]): Promise<Attempt[]> {
  const state = await withSession(database, (session) => readDatabaseState(session, attempts));
  return attempts.filter((attempt) => attempt.response !== null && !isStored(attempt, state));
}

async function countStored(database: Database): Promise<number> {
  return (await withSession(database, (session) => readDatabaseState(session, []))).total;
}
