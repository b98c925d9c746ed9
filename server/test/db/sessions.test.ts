import { pino } from 'pino';
import { afterEach, expect, inject, it, vi } from 'vitest';
import { openSessions } from '../../src/db/sessions.ts';

afterEach(() => vi.useRealTimers());

it('a party waits after reads that return much, each of which is answered at once, and nobody else does', async () => {
  const limits = {
    poolSize: 12,
    acquireTimeout_ms: 5_000,
    lockTimeout_ms: 2_000,
    statementTimeout_ms: 5_000,
    idleTransactionTimeout_ms: 60_000,
    requireSyncStandby: false,
  };
  const sessions = openSessions(
    { ...inject('connection'), ssl: false },
    limits,
    pino({ level: 'silent' }),
    () => undefined,
  );
  const read = async (party: string, length: number): Promise<number> => {
    const text = `SELECT repeat('x', ${length}) AS text`;
    const { rows } = await sessions.readsOf(party).query({ text });
    return rows[0].text.length;
  };
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const [few, many] = [1_000, 300_000];
  // A party has two places.
  expect(await Promise.all([read('small', few), read('small', few), read('small', few)])).toHaveLength(3);
  expect(await Promise.all([read('large', many), read('large', many)])).toEqual([many, many]);
  let isRead = false;
  const third = read('large', few).then(() => (isRead = true));
  expect(await read('other', many)).toBe(many);
  expect([isRead, sessions.counts().waitingReads]).toEqual([false, 1]);
  vi.advanceTimersByTime(100);
  expect(await third).toBe(true);
  await sessions.close();
});
