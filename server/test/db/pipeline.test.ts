import { pino } from 'pino';
import { expect, inject, it } from 'vitest';
import { openPipeline } from '../../src/engine/queue/connection.ts';

const limits = {
  acquireTimeout_ms: 5_000,
  lockTimeout_ms: 5_000,
  statementTimeout_ms: 5_000,
  idleTransactionTimeout_ms: 5_000,
  requireSyncStandby: false,
};

it('a step returns its rows however its statement begins, prepared now or before', async () => {
  const connection = { ...inject('connection'), ssl: false } as const;
  const pipeline = await openPipeline(connection, limits, pino({ level: 'silent' }), () => undefined);
  const steps = [
    { name: 'create', text: 'CREATE TEMPORARY TABLE IF NOT EXISTS sums (n bigint)' },
    { name: 'insert', text: 'INSERT INTO sums VALUES ($1)', values: ['7'] },
    { name: 'select', text: 'SELECT max(n) AS n FROM sums' },
    { name: 'with', text: 'WITH twice AS (SELECT max(n) * 2 AS n FROM sums) SELECT n::bigint FROM twice' },
    { name: 'returning', text: 'DELETE FROM sums RETURNING n' },
  ];
  const rows = [[], [], [{ n: 7n }], [{ n: 14n }], [{ n: 7n }]];
  expect(await pipeline.run(steps)).toEqual(rows);
  expect(await pipeline.run(steps)).toEqual(rows);
  await pipeline.close();
});
