import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, inject, it } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { isDisconnected } from '../../src/db/failures.ts';

const limits = {
  poolSize: 1,
  acquireTimeout_ms: 5_000,
  lockTimeout_ms: 200,
  statementTimeout_ms: 200,
  idleTransactionTimeout_ms: 60_000,
  requireSyncStandby: false,
};
const silence_ms = limits.statementTimeout_ms + 1_000;

it('a session that stops responding is dropped, even after idling, and the next query gets a new one', async () => {
  const pool = createPool({ ...inject('connection'), ssl: false }, limits, pino({ level: 'silent' }));
  const pidOf = async (): Promise<number> =>
    (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0;
  const pid = await pidOf();
  await pause(silence_ms + 300);
  expect(await pidOf(), 'an idle session must not be dropped').toBe(pid);
  process.kill(pid, 'SIGSTOP');
  const queriedAt_ms = performance.now();
  const failure = await pidOf().catch((error: unknown) => error);
  const took_ms = performance.now() - queriedAt_ms;
  process.kill(pid, 'SIGCONT');
  expect(isDisconnected(failure)).toBe(true);
  expect(took_ms).toBeGreaterThan(silence_ms - 100);
  expect(took_ms).toBeLessThan(20 * silence_ms); // TCP would wait for much longer
  expect(await pidOf()).not.toBe(pid);
  await pool.end();
});
