import { Client } from 'pg';
import { hasCode } from '../../../server/src/db/failures.ts';
import type { Database } from '../../support/program.ts';
import { withSession } from '../../support/books.ts';
import { remoteFault } from '../fault.ts';

const tooMany = '53300';
const endServers = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'purser%'`;
const servers = `SELECT count(*) AS count FROM pg_stat_activity WHERE application_name LIKE 'purser%'`;

/** Opens sessions, as another program of the same user would, until the limit is reached. */
async function takeRest(connection: Database, taken: Client[]): Promise<void> {
  for (;;) {
    const session = new Client({ ...connection, application_name: 'another program' });
    session.on('error', () => undefined);
    try {
      await session.connect();
      taken.push(session);
    } catch (error) {
      if (hasCode(error, tooMany)) return;
      throw error;
    }
  }
}

export const connectionsExhausted = remoteFault({
  name: 'connections-exhausted',
  what: 'the server’s sessions terminated and all free sessions taken by another program, for up to 4 s',
  hold_ms: [1_000, 4_000],
  inject: async ({ cluster }) => {
    const taken: Client[] = [];
    await withSession(cluster.admin, async (session) => {
      for (;;) {
        await session.query(endServers);
        await takeRest(cluster.owner, taken);
        const { rows } = await session.query<{ count: string }>(servers);
        if (rows[0]?.count === '0') return;
      }
    });
    return () => Promise.all(taken.map((each) => each.end()));
  },
});
