import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startServer } from '../../../server/test/support/server.ts';
import type { Database } from '../../support/program.ts';
import { openAdministration } from './administration.ts';

it('an administrative transaction that conflicts with a server is retried, and takes effect once', async () => {
  const server = await startServer();
  const code = fileURLToPath(new URL('../../..', import.meta.url));
  const { administer, query, end } = await openAdministration(code, server.connection as Database);
  let tries = 0;
  await administer(async (tx) => {
    tries += 1;
    await tx.query(
      "INSERT INTO limit_counters VALUES (gen_random_uuid(), gen_random_uuid(), 'USD', now(), 1, 1)",
    );
    // As if another session had inserted the same row meanwhile.
    if (tries < 3) await tx.query('INSERT INTO limit_counters SELECT * FROM limit_counters LIMIT 1');
  });
  expect(tries).toBe(3);
  expect(await query('SELECT count(*)::int FROM limit_counters WHERE spent_in_day = 1')).toEqual([
    { count: 1 },
  ]);
  await expect(administer((tx) => tx.query('SELECT 1 / 0'))).rejects.toThrow('division by zero');
  await end();
  await server.close();
});
