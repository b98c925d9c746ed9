import { atSomeCommit, remoteFault } from '../fault.ts';

export const backendKill = remoteFault({
  name: 'backend-kill',
  what: 'kill -9 of the backend that commits: PostgreSQL terminates all others and recovers',
  inject: async (world, random) => {
    await atSomeCommit(world, random, ({ backendPid }) => void process.kill(backendPid, 'SIGKILL'));
    return world.cluster.start;
  },
});
