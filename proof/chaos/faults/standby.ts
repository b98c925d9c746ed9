import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withSession } from '../../support/books.ts';
import { remoteFault } from '../fault.ts';

export const standby = remoteFault({
  name: 'standby',
  what: 'the database comes back as a standby for up to 4 s; then it is promoted, or started as a primary',
  hold_ms: [1_000, 4_000],
  inject: async ({ cluster }, random) => {
    const mark = join(cluster.folder, 'standby.signal');
    await cluster.stop('fast');
    await writeFile(mark, '');
    await cluster.start();
    if (random.chance(0.5))
      return () => withSession(cluster.admin, (session) => session.query('SELECT pg_promote()'));
    return async () => {
      await cluster.stop('fast');
      await rm(mark);
      await cluster.start();
    };
  },
});
