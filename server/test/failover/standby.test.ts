import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCleanups } from '../../../proof/support/cleanup.ts';
import { removeScratch } from '../../../proof/support/scratch.ts';
import { attributes, call, codes, errors, pay } from '../support/http.ts';
import type { Reply } from '../support/reply.ts';
import { serveOn } from '../support/server.ts';
import type { Served } from '../support/server.ts';
import { until } from '../flows/support.ts';
import { endWaits, startCluster, untilCommitWaits } from './own-cluster.ts';
import type { OwnCluster } from './own-cluster.ts';

let own: OwnCluster;
let server: Served;
beforeAll(async () => {
  own = await startCluster();
  // A session that hides warnings would hide that its commit was not replicated.
  await own.asAdmin('ALTER ROLE purser SET client_min_messages = error');
  server = await serveOn(own.connection, { PURSER_STATEMENT_TIMEOUT_MS: '2000' });
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
  return pay(server.baseUrl, main.apiKey, { amount: 7, counterparty }, { 'Idempotency-Key': key });
};
const plainWrite: Write = (key) =>
  call(server.baseUrl, 'PUT', '/parties/me/limits', {
    key: own.parties.customer.apiKey,
    body: attributes({ limits: { perDay: 5_000_000 } }),
    headers: { 'Idempotency-Key': key },
  });

const writes: Array<[string, Write, number]> = [
  ['a payment', payment, 201],
  ['a plain write', plainWrite, 200],
];

async function readiness(): Promise<unknown> {
  const { status, text } = await call(server.baseUrl, 'GET', '/readyz');
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
        const first = write(key);
        await untilCommitWaits(own);
        await endWaits(own.asAdmin, how);
        const reply = await first;
        expect([reply.status, codes(reply)]).toEqual([503, ['outcome_unknown']]);
        expect(errors(reply)[0]?.detail).toContain('not confirmed by the standby');
        let isAcknowledged = false;
        const retry = write(key).finally(() => (isAcknowledged = true));
        await untilCommitWaits(own);
        expect(isAcknowledged).toBe(false);
        await own.requireStandby('');
        const retried = await retry;
        expect([retried.status, retried.headers.get('Idempotency-Replayed')]).toEqual([status, 'true']);
      },
    );
  },
);

describe('while no COMMIT returns', () => {
  it('the server is not ready, and says why, until commits return again', async () => {
    expect(await readiness()).toEqual([200, undefined]);
    await own.requireStandby('absent');
    expect(await readiness()).toEqual([503, 'commits_wait']);
    await own.requireStandby('');
    await until('the server is ready', async () => JSON.stringify(await readiness()) === '[200,null]');
  });
});
