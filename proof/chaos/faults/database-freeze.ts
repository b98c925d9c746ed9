import { atSomeCommit, remoteFault } from '../fault.ts';

export const databaseFreeze = remoteFault({
  name: 'database-freeze',
  what: 'SIGSTOP of all of PostgreSQL at a COMMIT, for up to 9 s; SIGCONT',
  hold_ms: [500, 9_000],
  inject: async (world, random) => {
    const { signalAll } = world.cluster;
    await atSomeCommit(world, random, () => signalAll('SIGSTOP'));
    return async () => signalAll('SIGCONT');
  },
});
