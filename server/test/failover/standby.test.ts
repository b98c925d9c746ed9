import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCleanups } from '../../../proof/support/cleanup.ts';
import { removeScratch } from '../../../proof/support/scratch.ts';
import { codes, errors, type Reply } from '../support/http.ts';
import { serveOn, type Served } from '../support/server.ts';
import { until } from '../flows/support.ts';
import { endWaits, isCommitWaiting, type OwnCluster, startCluster, waitingPids } from './own-cluster.ts';

let own: OwnCluster;
let server: Served;
const logged: string[] = [];
beforeAll(async () => {
  own = await startCluster();
  // A session that hides warnings would hide that its commit was not replicated.
  await own.asAdmin('ALTER ROLE purser SET client_min_messages = error');
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  server = await serveOn(own.connection, { PURSER_STATEMENT_TIMEOUT_MS: '2000' }, undefined, log);
});
afterAll(async () => {
  await server.close();
  await runCleanups();
  await removeScratch();
});

type Write = (key: string) => Promise<Reply>;

const payment: Write = (key) => {
  const { main, stranger } = own.parties;
  const counterparty = { type: 'party_id', value: stranger.partyId };
  return server.as(main).pay({ amount: 7, counterparty }, { 'Idempotency-Key': key });
};
const plainWrite: Write = (key) =>
  server
    .as(own.parties.customer)
    .put('/parties/me/limits', { limits: { perDay: 5_000_000 } }, { 'Idempotency-Key': key });

const writes: Array<[string, Write, number]> = [
  ['a payment', payment, 201],
  ['a plain write', plainWrite, 200],
];

/** Repeats a write while it is refused because no COMMIT returns: the watch may have found that by now. */
async function untilServed(
  write: Write,
  key: string,
  seen: { isRefused: boolean; isAcknowledged: boolean },
): Promise<Reply> {
  let reply = await write(key);
  await until('the write is served', async () => {
    seen.isRefused ||= codes(reply)[0] === 'service_unavailable';
    if (codes(reply)[0] !== 'service_unavailable') return true;
    reply = await write(key);
    return false;
  });
  seen.isAcknowledged = true;
  return reply;
}

async function readiness(): Promise<unknown[]> {
  const { status, text } = await server.as(null).get('/readyz');
  return [status, (JSON.parse(text) as { reason?: string }).reason];
}

describe.each(writes)(
  '%s whose wait for the synchronous standby an operator ends',
  (_what, write, status) => {
    it.each(['pg_cancel_backend', 'pg_terminate_backend'] as const)(
      'by %s is not acknowledged, and its retry only once it is replicated',
      async (how) => {
        const key = randomUUID();
        expect((await write(randomUUID())).status).toBe(status); // the session is open
        await own.requireStandby('absent');
        let isOver = false;
        const first = write(key).finally(() => (isOver = true));
        // Background work commits too: what waits first need not be the write.
        await until('the write is over', async () => {
          await endWaits(own.asAdmin, how);
          return isOver;
        });
        const reply = await first;
        expect([reply.status, codes(reply)]).toEqual([503, ['outcome_unknown']]);
        expect(errors(reply)[0]?.detail).toContain('not confirmed by the standby');
        const seen = { isRefused: false, isAcknowledged: false };
        const retry = untilServed(write, key, seen);
        await until('the retry waits', async () => seen.isRefused || (await isCommitWaiting(own)));
        expect(seen.isAcknowledged).toBe(false);
        await own.requireStandby('');
        const retried = await retry;
        expect([retried.status, retried.headers.get('Idempotency-Replayed')]).toEqual([status, 'true']);
      },
    );
  },
);

const isReady = async () => JSON.stringify(await readiness()) === '[200,null]';
const isWaiting = async () => JSON.stringify(await readiness()) === '[503,"commits_wait"]';

describe('while no COMMIT returns', () => {
  it('the server is not ready and refuses writes at once, until commits return again', async () => {
    await until('the server is ready', isReady);
    await own.requireStandby('absent');
    await until('the server knows that commits wait', isWaiting);
    const keys = writes.map(() => randomUUID());
    for (const [index, [_what, write]] of writes.entries()) {
      const reply = await write(keys[index] ?? '');
      expect([reply.status, codes(reply)]).toEqual([503, ['service_unavailable']]);
      expect(errors(reply)[0]?.detail).toMatch(/^Commits wait for the standby .*Nothing was done/);
    }
    const read = await server.as(own.parties.main).get('/approvals');
    expect(read.status).toBe(200);
    await own.requireStandby('');
    await until('the server is ready', isReady);
    for (const [index, [_what, write, status]] of writes.entries()) {
      const reply = await write(keys[index] ?? '');
      expect([reply.status, reply.headers.has('Idempotency-Replayed')]).toEqual([status, false]);
    }
  });

  it('one session waits to find out when they do, even after the server has given it up', async () => {
    await until('the server is ready', isReady);
    const lostBefore = logged.length;
    await own.requireStandby('absent');
    await until('the server knows that commits wait', isWaiting);
    await until('it gives up the session', () =>
      logged.slice(lostBefore).some((line) => line.includes('silent for too long')),
    );
    const [{ now } = { now: '' }] = await own.asAdmin<{ now: string }>(
      'SELECT clock_timestamp()::text AS now',
    );
    await until('it has looked again', async () => {
      const looks = `SELECT pid FROM pg_stat_activity WHERE query LIKE '%pg_stat_get_wal_senders%'
        AND usename = 'purser' AND query_start > $1`;
      expect(await readiness()).toEqual([503, 'commits_wait']);
      return (await own.asAdmin(looks, [now])).length > 0;
    });
    expect(await waitingPids(own.asAdmin, '%pg_logical_emit_message%')).toHaveLength(1);
    await own.requireStandby('');
    await until('the server is ready', isReady);
  });
});
