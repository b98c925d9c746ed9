import { atSomeCommit, remoteFault } from '../fault.ts';

export const postmasterFreeze = remoteFault({
  name: 'postmaster-freeze',
  what: 'SIGSTOP of the postmaster and the end of all sessions: new ones get no answer for up to 6 s; SIGCONT',
  hold_ms: [500, 6_000],
  strike: async (world, random) => {
    const pid = world.cluster.postmaster();
    await atSomeCommit(world, random, () => {
      process.kill(pid, 'SIGSTOP');
      world.proxy.cutAll();
    });
    return async () => process.kill(pid, 'SIGCONT');
  },
});
