import { withSession } from '../../support/books.ts';
import { atSomeCommit, healsItself, remoteFault } from '../fault.ts';

export const backendTerminate = remoteFault({
  name: 'backend-terminate',
  what: 'pg_terminate_backend of the session that commits',
  inject: async (world, random) => {
    await withSession(world.cluster.admin, (session) =>
      atSomeCommit(world, random, async ({ backendPid }) => {
        await session.query('SELECT pg_terminate_backend($1)', [backendPid]);
      }),
    );
    return healsItself;
  },
});
