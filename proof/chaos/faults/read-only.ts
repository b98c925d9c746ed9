import { setTimeout as pause } from 'node:timers/promises';
import { withSession } from '../../support/books.ts';
import type { Database } from '../../support/program.ts';
import { remoteFault } from '../fault.ts';

const setting = 'default_transaction_read_only';

/** Sets it for all sessions, open ones included. */
async function setReadOnly(admin: Database, to: 'on' | 'off'): Promise<void> {
  await withSession(admin, async (session) => {
    await session.query(`SET ${setting} = off`);
    await session.query(`ALTER SYSTEM SET ${setting} = ${to}`);
    await session.query('SELECT pg_reload_conf()');
  });
  const isSet = (): Promise<boolean> =>
    withSession(admin, async (session) => {
      const { rows } = await session.query<{ now: string }>(`SELECT current_setting('${setting}') AS now`);
      return rows[0]?.now === to;
    });
  while (!(await isSet())) await pause(10);
}

export const readOnly = remoteFault({
  name: 'read-only',
  what: 'the database accepts no writes (default_transaction_read_only), for up to 4 s',
  hold_ms: [1_000, 4_000],
  inject: async ({ cluster }) => {
    await setReadOnly(cluster.admin, 'on');
    return () => setReadOnly(cluster.admin, 'off');
  },
});
