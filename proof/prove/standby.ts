import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Cluster, openCluster } from '../chaos/cluster.ts';
import { withSession } from '../support/books.ts';
import { attributes, type HttpRequest, type HttpResponse, openHttpClient } from '../support/http.ts';
import { type Program, startProgram, stopProgram } from '../support/program.ts';
import type { Findings } from './hammer.ts';

const secret = 'k1:0123456789abcdef0123456789abcdef';
const poll_ms = 20;
const timeout_ms = 30_000;

/**
 * Runs a build on a database whose commits wait for a standby that never comes, while an operator first cancels the
 * waits and then switches them off for the server's role. A write that is acknowledged there is lost by a failover.
 */
export async function tryWithoutStandby(code: string): Promise<Findings> {
  const cluster = await openCluster();
  const program = await startProgram({ code, database: cluster.owner, settings: { PURSER_SECRET: secret } });
  const http = openHttpClient(program);
  const findings: Findings = { operations: 0, violation: null };
  const write = async (request: HttpRequest): Promise<HttpResponse> => {
    findings.operations += 1;
    return http.send({ ...request, headers: { 'Idempotency-Key': randomUUID() } });
  };
  const check = ({ status, text }: HttpResponse, when: string): void => {
    const acknowledged = `a write was acknowledged ${when}: ${status} ${text}`;
    if (status < 300)
      findings.violation ??= { promise: 'G1', text: acknowledged, afterOperations: findings.operations };
  };
  try {
    for (const request of writesOf(program)) requireSuccess(await write(request));
    await requireStandby(cluster);
    for (const request of writesOf(program)) {
      const response = write(request);
      await cancelWaits(cluster, response);
      check(await response, 'although its wait for the standby was canceled');
    }
    await asAdmin(cluster, 'ALTER ROLE purser SET synchronous_commit = off');
    await asAdmin(cluster, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'purser'`);
    for (const request of writesOf(program)) check(await write(request), 'by a session that does not wait');
    return findings;
  } finally {
    http.close();
    await stopProgram(program, 'SIGKILL');
    await cluster.stop('immediate');
  }
}

/** A write of the engine, and a plain one. */
function writesOf({ sandbox }: Program): HttpRequest[] {
  const { main, customer, stranger } = sandbox.parties;
  const counterparty = { type: 'party_id', value: stranger.partyId };
  const payment = { path: '/payments', body: attributes({ amount: 1, counterparty }) };
  const limits = { path: '/parties/me/limits', body: attributes({ limits: { perDay: 5_000_000 } }) };
  return [
    { method: 'POST', key: main.apiKey, ...payment },
    { method: 'PUT', key: customer.apiKey, ...limits },
  ];
}

function requireSuccess({ status, text }: HttpResponse): void {
  if (status >= 300) throw new Error(`a write failed before anything happened: ${status} ${text}`);
}

function asAdmin(cluster: Cluster, text: string): Promise<{ rows: object[] }> {
  return withSession(cluster.admin, async (session) => {
    await session.query('SET synchronous_commit = local'); // the operator's own commits never wait
    return session.query<object>(text);
  });
}

/** Makes every commit wait for a standby that does not exist. Resolves once commits wait. */
async function requireStandby(cluster: Cluster): Promise<void> {
  await asAdmin(cluster, `ALTER SYSTEM SET synchronous_standby_names = 'absent'`);
  await asAdmin(cluster, 'SELECT pg_reload_conf()');
  const deadline_ms = Date.now() + timeout_ms;
  let waits = false;
  while (!waits) {
    if (Date.now() > deadline_ms) throw new Error('commits do not wait for the standby');
    const probe = withSession(cluster.owner, (session) =>
      session.query(`SELECT pg_logical_emit_message(true, 'prove', '')`),
    );
    waits = await cancelWaits(cluster, probe);
  }
}

/** Cancels every wait for the standby until the work is done. Returns whether anything waited. */
async function cancelWaits(cluster: Cluster, work: Promise<unknown>): Promise<boolean> {
  const state = { isDone: false };
  const done = work.finally(() => (state.isDone = true));
  let waited = false;
  while (!state.isDone) {
    const { rows } = await asAdmin(
      cluster,
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`,
    );
    waited ||= rows.length > 0;
    await pause(poll_ms);
  }
  await done;
  return waited;
}
