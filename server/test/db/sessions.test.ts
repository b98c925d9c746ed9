import { pino } from 'pino';
import { afterEach, expect, inject, it, vi } from 'vitest';
import { openSessions } from '../../src/db/sessions.ts';

afterEach(() => vi.useRealTimers());

it('a statement that returns much waits after its party’s last one, which is answered at once, and nothing else does', async () => {
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
  const read = async (party: string, name: string, length: number): Promise<number> => {
    const { rows } = await sessions
      .readsOf(party)
      .query({ name, text: `SELECT repeat('x', ${length}) AS text` });
    return rows[0].text.length;
  };
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const [few, many] = [1_000, 300_000];
  // The first one shows that the statement returns much.
  for (let turn = 0; turn < 2; turn += 1) expect(await read('one', 'large', many)).toBe(many);
  let isRead = false;
  const third = read('one', 'large', many).then(() => (isRead = true));
  const others = [read('one', 'small', few), read('one', 'small', few), read('other', 'large', many)];
  expect(await Promise.all(others)).toEqual([few, few, many]);
  expect(isRead).toBe(false);
  vi.advanceTimersByTime(100);
  expect(await third).toBe(true);
  await sessions.close();
});
