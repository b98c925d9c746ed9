import { atSomeCommit, remoteFault } from '../fault.ts';

export const backendKill = remoteFault({
  name: 'backend-kill',
  what: 'kill -9 of the process that commits: PostgreSQL ends all others and recovers',
  strike: async (world, random) => {
    await atSomeCommit(world, random, ({ backendPid }) => void process.kill(backendPid, 'SIGKILL'));
    return world.cluster.start;
  },
});
