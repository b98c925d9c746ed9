import { atSomeCommit, remoteFault } from '../fault.ts';

export const postmasterKill = remoteFault({
  name: 'postmaster-kill',
  what: 'kill -9 of the postmaster at a COMMIT; restarted up to 2 s later',
  hold_ms: [0, 2_000],
  inject: async (world, random) => {
    await atSomeCommit(world, random, () => void process.kill(world.cluster.postmaster(), 'SIGKILL'));
    return world.cluster.start;
  },
});
